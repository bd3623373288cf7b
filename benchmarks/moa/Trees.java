import com.yahoo.labs.samoa.instances.Instances;
import com.yahoo.labs.samoa.instances.InstancesHeader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import moa.classifiers.AbstractClassifier;
import moa.evaluation.BasicClassificationPerformanceEvaluator;
import moa.evaluation.EfficientEvaluationLoops;
import moa.streams.CachedInstancesStream;

/**
 * MOA's side of the study of trees: for every line "LEARNER DATA" on standard input one JSON line with the accuracy
 * of a prequential run and the leaves of the tree at its end, alternates left out. DATA is a folder that moa_peer.py
 * has written.
 */
public final class Trees {
    private static final Pattern LEAF = Pattern.compile("\\bLeaf \\[");

    private Trees() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("{\"ready\": true}");
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] words = line.split(" ", 2);
            System.out.println(answer(Race.create(words[0]), Race.load(Path.of(words[1]))));
        }
    }

    private static String answer(AbstractClassifier tree, Instances rows) {
        tree.prepareForUse();
        tree.setModelContext(new InstancesHeader(rows));
        BasicClassificationPerformanceEvaluator evaluator = new BasicClassificationPerformanceEvaluator();
        EfficientEvaluationLoops.PrequentialEvaluation(new CachedInstancesStream(rows), tree, evaluator, null,
                Long.MAX_VALUE, Long.MAX_VALUE, false, false);
        StringBuilder text = new StringBuilder();
        tree.getModelDescription(text, 0);
        long leaves = LEAF.matcher(text).results().count();
        return String.format(Locale.ROOT, "{\"accuracy\": %.17g, \"leaves\": %d}",
                evaluator.getFractionCorrectlyClassified(), leaves);
    }
}
