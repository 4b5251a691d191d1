import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.observables.GroupedObservable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.schedulers.TestScheduler;
import io.reactivex.rxjava3.subjects.PublishSubject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the pipelines of a program on RxJava in virtual time: reads the JSON of a spec, writes a run in the format marble-events. A pipeline with an
 * operator that RxJava does not have is left out, and reported on standard error.
 */
final class Engine extends Tree {
  /** The end of each run, in seconds. */
  private static final long LONGEST = 3600;
  private static final TimeUnit NS = TimeUnit.NANOSECONDS;
  private final TestScheduler scheduler = new TestScheduler();
  private final Operators operators = new Operators(scheduler);
  private final Map<String, Map<String, Object>> definitions = new HashMap<>();
  private final Map<String, Object> known = new HashMap<>(Map.of("scheduler", scheduler));

  private Engine(Map<String, Object> program) {
    for (Object one : list(program.get("definitions"))) definitions.put((String) map(one).get("name"), map(one));
  }

  // Sources

  @Override Object named(String name) {
    if (!known.containsKey(name)) {
      Map<String, Object> one = definitions.get(name);
      known.put(name, one.get("kind").equals("derived") ? value(one.get("tree"), Map.of()) : source(one));
    }
    return known.get(name);
  }

  private Observable<Object> source(Map<String, Object> one) {
    List<Object> rows = list(one.get("rows"));
    if (one.get("kind").equals("hot")) {
      PublishSubject<Object> subject = PublishSubject.create();
      row(rows.get(0)).subscribe(subject);
      return subject;
    }
    int[] count = {0};
    return Observable.defer(() -> row(rows.get(Math.min(count[0]++, rows.size() - 1))));
  }

  private Observable<Object> row(Object events) {
    return Observable.create(emitter -> {
      CompositeDisposable all = new CompositeDisposable();
      emitter.setDisposable(all);
      for (Object one : list(events)) {
        Map<String, Object> event = map(one);
        all.add(scheduler.scheduleDirect(() -> {
          if (event.containsKey("next")) emitter.onNext(value(event.get("next"), Map.of()));
          else if (event.containsKey("fail")) emitter.tryOnError(new Failure(value(event.get("fail"), Map.of())));
          else emitter.onComplete();
        }, (Long) event.get("at"), NS));
      }
    });
  }

  // Operators

  @Override Object apply(String name, Object up, List<Argument> arguments, Map<String, Object> scope) {
    StringBuilder form = new StringBuilder(name.matches("try[A-Z].*") ? name.substring(3, 4).toLowerCase() + name.substring(4) : name);
    for (Argument one : arguments) form.append(' ').append(one.label().isEmpty() ? "_" : one.label());
    Object[] v = values(arguments, scope).toArray();
    if (up instanceof GroupedObservable<?, ?> group && name.equals("key")) return group.getKey();
    if (up == null || up instanceof List<?>) return operators.origin(form.toString(), up == null ? v : new Object[] {up});
    return operators.operator(form.toString(), Operators.stream(up), v);
  }

  // A run

  private record Event(long at, String text) {}
  private NoOperator missing;

  /** The events of all subscribers of a pipeline. */
  private List<Event> events(Map<String, Object> pipeline) {
    List<Event> events = new ArrayList<>();
    List<Object> subscribers = list(pipeline.get("subscribers"));
    Object[] stream = {null};
    for (int n = 0; n < subscribers.size(); n++) {
      String start = ",\"stream\":" + Json.quoted((String) pipeline.get("name")) + ",\"subscription\":" + (n + 1) + ",";
      java.util.function.Consumer<String> note = text -> events.add(new Event(scheduler.now(NS), start + text));
      Disposable[] subscription = {null};
      Object from = map(subscribers.get(n)).get("from");
      for (Object one : from == null ? List.<Object>of(Map.of("at", 0L, "subscribe", true)) : list(from)) {
        boolean begins = map(one).containsKey("subscribe");
        scheduler.scheduleDirect(() -> {
          if (!begins) { subscription[0].dispose(); return; }
          note.accept("\"subscribe\":true");
          subscription[0] = Operators.stream(stream[0]).subscribe(value -> {
            String text = literal(value);
            String symbol = text == null ? "?" : text.replace("\"", "");
            note.accept("\"next\":" + Json.quoted(symbol.isEmpty() ? "?" : symbol.substring(0, 1)) + ",\"value\":" + (text == null ? "null" : Json.quoted(text)));
          }, error -> { if (error instanceof NoOperator no) missing = no; note.accept("\"fail\":true"); }, () -> note.accept("\"finish\":true"));
        }, (Long) map(one).get("at"), NS);
      }
    }
    // Hot sources are created behind the subscriptions, so that a subscriber at an instant receives the value of the instant.
    stream[0] = value(pipeline.get("tree"), Map.of());
    scheduler.advanceTimeBy(LONGEST, TimeUnit.SECONDS);
    if (missing != null) throw missing;
    return events;
  }

  public static void main(String[] arguments) throws Exception {
    RxJavaPlugins.setErrorHandler(error -> {});
    Map<String, Object> program = map(map(Json.read(new String(System.in.readAllBytes(), "UTF-8"))).get("program"));
    List<Event> events = new ArrayList<>();
    for (Object one : list(program.get("pipelines"))) {
      try {
        boolean hasDemand = list(map(one).get("subscribers")).stream().anyMatch(each -> map(each).get("demand") != null);
        if (hasDemand || !list(map(one).get("connections")).isEmpty()) throw new NoOperator("demand and connections");
        events.addAll(new Engine(program).events(map(one)));
      } catch (RuntimeException error) {
        System.err.println(map(one).get("name") + ": " + error.getClass().getSimpleName() + " " + error.getMessage());
      }
    }
    events.sort(Comparator.comparingLong(Event::at));
    StringBuilder text = new StringBuilder("{\"marble-events\":1}\n");
    for (Event one : events) text.append("{\"at\":\"").append(one.at()).append("ns\"").append(one.text()).append("}\n");
    System.out.write(text.toString().getBytes("UTF-8"));
    System.out.flush();
  }
}
