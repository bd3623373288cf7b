import com.yahoo.labs.samoa.instances.Attribute;
import com.yahoo.labs.samoa.instances.DenseInstance;
import com.yahoo.labs.samoa.instances.Instance;
import com.yahoo.labs.samoa.instances.Instances;
import com.yahoo.labs.samoa.instances.InstancesHeader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import moa.classifiers.AbstractClassifier;
import moa.classifiers.bayes.NaiveBayes;
import moa.classifiers.functions.MajorityClass;
import moa.classifiers.lazy.kNN;
import moa.classifiers.rules.RuleClassifierNBayes;
import moa.classifiers.trees.DecisionStump;
import moa.classifiers.trees.HoeffdingAdaptiveTree;
import moa.classifiers.trees.HoeffdingTree;
import moa.evaluation.BasicClassificationPerformanceEvaluator;
import moa.evaluation.EfficientEvaluationLoops;
import moa.evaluation.EfficientEvaluationLoops.PrequentialResult;
import moa.streams.CachedInstancesStream;

/**
 * MOA's side of the race: its learners, its memory-cached stream, its evaluator and its prequential loop.
 *
 * <p>{@code Race DATA LEARNER} warms up, says so, then runs once for every line on standard input and
 * answers each with one JSON line. {@code Race DATA LEARNER PREDICTIONS} runs once and writes the predicted
 * class index of every row (int32, little endian). DATA is a folder that moa_peer.py has written.
 */
public final class Race {
    private static final int LEAST_WARM_UP_RUNS = 3;
    private static final int MOST_WARM_UP_RUNS = 200;
    private static final long LEAST_WARM_UP_NANOSECONDS = 2_000_000_000L;
    private static final double STABLE = 0.03;
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private record Run(long nanoseconds, double accuracy, List<Integer> predictions) {}

    private final Instances rows;
    private final InstancesHeader header;
    private final String learner;

    private Race(Instances rows, String learner) {
        this.rows = rows;
        this.header = new InstancesHeader(rows);
        this.learner = learner;
    }

    public static void main(String[] arguments) throws IOException {
        Race race = new Race(load(Path.of(arguments[0])), arguments[1]);
        if (arguments.length > 2) {
            writePredictions(race.run(true).predictions(), Path.of(arguments[2]));
        } else {
            System.out.printf("{\"warm_up_runs\": %d}%n", race.warmUp());
            race.serve();
        }
    }

    private void serve() throws IOException {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
        while (requests.readLine() != null) {
            Run run = run(false);
            System.out.printf(Locale.ROOT, "{\"nanoseconds\": %d, \"rows\": %d, \"accuracy\": %.17g}%n",
                    run.nanoseconds(), rows.numInstances(), run.accuracy());
        }
    }

    /** Complete runs over the data, two seconds at least, until one is not clearly faster than the best. */
    private int warmUp() {
        long best = Long.MAX_VALUE;
        long total = 0;
        for (int runs = 1; runs < MOST_WARM_UP_RUNS; runs++) {
            long now = run(false).nanoseconds();
            total += now;
            boolean enough = runs >= LEAST_WARM_UP_RUNS && total >= LEAST_WARM_UP_NANOSECONDS;
            if (enough && now > best * (1 - STABLE)) {
                return runs;
            }
            best = Math.min(best, now);
        }
        return MOST_WARM_UP_RUNS;
    }

    private Run run(boolean keepPredictions) {
        AbstractClassifier classifier = create(learner);
        classifier.prepareForUse();
        classifier.setModelContext(header);
        CachedInstancesStream stream = new CachedInstancesStream(rows);
        BasicClassificationPerformanceEvaluator evaluator = new BasicClassificationPerformanceEvaluator();
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long start = clock.getCurrentThreadCpuTime();
        PrequentialResult result = EfficientEvaluationLoops.PrequentialEvaluation(
                stream, classifier, evaluator, null, NO_LIMIT, NO_LIMIT, false, keepPredictions);
        long nanoseconds = clock.getCurrentThreadCpuTime() - start;
        return new Run(nanoseconds, evaluator.getFractionCorrectlyClassified(), result.predictions);
    }

    static AbstractClassifier create(String name) {
        return switch (name) {
            case "NaiveBayes" -> new NaiveBayes();
            case "MajorityClass" -> new MajorityClass();
            case "HoeffdingTree" -> new HoeffdingTree();
            case "HoeffdingAdaptiveTree" -> new HoeffdingAdaptiveTree();
            case "DecisionStump" -> new DecisionStump();
            case "VFDR" -> veryFastDecisionRules();
            case "KNN" -> nearestNeighbours(10, 1000);
            default -> throw new IllegalArgumentException("unknown learner: " + name);
        };
    }

    /** Unordered rules, all that cover the row vote, naive Bayes inside. */
    private static RuleClassifierNBayes veryFastDecisionRules() {
        RuleClassifierNBayes classifier = new RuleClassifierNBayes();
        classifier.predictionFunctionOption.setChosenIndex(1);
        return classifier;
    }

    private static kNN nearestNeighbours(int k, int window) {
        kNN classifier = new kNN();
        classifier.kOption.setValue(k);
        classifier.limitOption.setValue(window);
        classifier.nearestNeighbourSearchOption.setChosenIndex(0);
        return classifier;
    }

    static Instances load(Path folder) throws IOException {
        Properties shape = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve("shape.properties"))) {
            shape.load(reader);
        }
        int n = Integer.parseInt(shape.getProperty("rows"));
        List<Attribute> attributes = attributes(shape);
        Instances header = new Instances("race", attributes, 0);
        header.setClassIndex(attributes.size() - 1);
        Instances rows = new Instances("race", attributes, n);
        rows.setClassIndex(attributes.size() - 1);
        try (FileChannel values = FileChannel.open(folder.resolve("X.f64"));
                FileChannel labels = FileChannel.open(folder.resolve("y.i32"))) {
            ByteBuffer row = littleEndian(8 * (attributes.size() - 1));
            ByteBuffer label = littleEndian(4);
            for (int i = 0; i < n; i++) {
                rows.add(instance(next(values, row), next(labels, label).getInt(), header));
            }
        }
        return rows;
    }

    /** One attribute per entry of "categories" (0 = numeric, else the number of values), then the class. */
    private static List<Attribute> attributes(Properties shape) {
        List<Attribute> attributes = new ArrayList<>();
        for (String categories : shape.getProperty("categories").trim().split("\\s+")) {
            String name = "x" + attributes.size();
            int count = Integer.parseInt(categories);
            attributes.add(count == 0 ? new Attribute(name) : new Attribute(name, names(count)));
        }
        attributes.add(new Attribute("class", names(Integer.parseInt(shape.getProperty("classes")))));
        return attributes;
    }

    private static List<String> names(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("v" + i);
        }
        return names;
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer next(FileChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new IOException("the data file is shorter than shape.properties says");
            }
        }
        return buffer.flip();
    }

    private static Instance instance(ByteBuffer row, int label, Instances header) {
        int d = header.numAttributes() - 1;
        double[] values = new double[d + 1];
        row.asDoubleBuffer().get(values, 0, d);
        values[d] = label < 0 ? Double.NaN : label;
        DenseInstance instance = new DenseInstance(1.0, values);
        instance.setDataset(header);
        return instance;
    }

    private static void writePredictions(List<Integer> predictions, Path path) throws IOException {
        ByteBuffer bytes = littleEndian(4 * predictions.size());
        predictions.forEach(bytes::putInt);
        Files.write(path, bytes.array());
    }
}
