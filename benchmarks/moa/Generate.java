import com.github.javacliparser.ClassOption;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import moa.streams.InstanceStream;
import moa.tasks.NullMonitor;

/**
 * MOA's generators in the race: {@code Generate "generators.SEAGenerator -p 10"} warms up, says so, then makes
 * half a million instances for every line on standard input and answers each with one JSON line.
 */
public final class Generate {
    private static final int ROWS = 500_000;
    private static final long WARM_UP_NANOSECONDS = 2_000_000_000L;
    private static final long MOST_NANOSECONDS = 1_000_000_000L;

    /** Of all values, so that none can be left out. */
    private static double total = 0;

    public static void main(String[] arguments) throws Exception {
        long warm = 0;
        while (warm < WARM_UP_NANOSECONDS) {
            warm += run(arguments[0])[0];
        }
        System.out.println("{}");
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
        while (requests.readLine() != null) {
            long[] run = run(arguments[0]);
            System.out.printf("{\"nanoseconds\": %d, \"rows\": %d}%n", run[0], run[1]);
        }
    }

    private static long[] run(String expression) throws Exception {
        InstanceStream stream = (InstanceStream) ClassOption.cliStringToObject(expression, InstanceStream.class, null);
        if (stream instanceof moa.options.AbstractOptionHandler generator) {
            generator.prepareForUse(new NullMonitor(), null);
        }
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long start = clock.getCurrentThreadCpuTime();
        int rows = 0;
        long spent = 0;
        while (rows < ROWS && spent < MOST_NANOSECONDS) {
            for (int i = 0; i < 1000; i++) {
                total += stream.nextInstance().getData().classValue();
            }
            rows += 1000;
            spent = clock.getCurrentThreadCpuTime() - start;
        }
        return new long[] {spent, rows};
    }
}
