import com.yahoo.labs.samoa.instances.Instance;
import java.util.Arrays;
import moa.streams.ArffFileStream;

/** Reads an ARFF file as MOA does and prints the number of attributes and the number of rows of each class. */
public final class Counts {
    public static void main(String[] arguments) {
        ArffFileStream stream = new ArffFileStream(arguments[0], -1);
        stream.prepareForUse();
        long[] counts = new long[stream.getHeader().numClasses()];
        while (stream.hasMoreInstances()) {
            Instance instance = stream.nextInstance().getData();
            counts[(int) instance.classValue()]++;
        }
        System.out.println(stream.getHeader().numAttributes() + " " + Arrays.toString(counts).replaceAll("[\\[\\],]", ""));
    }
}
