import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Evaluates the trees of a program, as `marble render --format json` writes them. Knows no library of streams. */
abstract class Tree {
  interface Fn { Object call(Object... values); }
  record Tuple(List<Object> parts) {}
  /** `.success(1)`: the name of the case and its payload. */
  record Case(String name, List<Object> payload) {}
  /** A length of time in nanoseconds. */
  record Duration(long nanoseconds) {}
  record Span(long from, long to) {}
  record Argument(String label, Map<String, Object> tree) {}

  /** The library has no such operator, or the adapter does not know the form. */
  static final class NoOperator extends RuntimeException { NoOperator(String name) { super(name); } }
  /** A failure of a stream, with its value. */
  static final class Failure extends RuntimeException {
    final transient Object value;
    Failure(Object value) { super(String.valueOf(value)); this.value = value; }
  }

  abstract Object named(String name);
  abstract Object apply(String name, Object upstream, List<Argument> arguments, Map<String, Object> scope);

  @SuppressWarnings("unchecked") static Map<String, Object> map(Object one) { return (Map<String, Object>) one; }
  @SuppressWarnings("unchecked") static List<Object> list(Object one) { return (List<Object>) one; }

  List<Argument> arguments(Map<String, Object> tree) {
    return list(tree.getOrDefault("arguments", List.of())).stream().map(Tree::map)
        .map(one -> new Argument((String) one.getOrDefault("label", ""), map(one.get("value")))).collect(Collectors.toList());
  }
  List<Object> values(List<Argument> arguments, Map<String, Object> scope) {
    List<Object> values = new ArrayList<>();
    for (Argument one : arguments) values.add(value(one.tree(), scope));
    return values;
  }

  Object value(Object node, Map<String, Object> scope) {
    Map<String, Object> tree = map(node);
    String kind = tree.keySet().iterator().next();
    Object one = tree.get(kind);
    switch (kind) {
      case "integer": case "text": case "truth": return one;
      case "decimal": return Double.parseDouble((String) one);
      case "nil": throw new NoOperator("nil");
      case "duration": return new Duration((Long) one);
      case "name": return scope.containsKey(one) ? scope.get(one) : named((String) one);
      case "positional": return scope.get("$" + one);
      case "interpolation": return list(one).stream().map(part -> String.valueOf(value(part, scope))).collect(Collectors.joining());
      case "array": return list(one).stream().map(part -> value(part, scope)).collect(Collectors.toList());
      case "tuple": return new Tuple(list(one).stream().map(part -> value(map(part).get("value"), scope)).collect(Collectors.toList()));
      case "implicit": return new Case((String) one, values(arguments(tree), scope));
      case "unary": {
        Object value = value(tree.get("of"), scope);
        return one.equals("!") ? !(Boolean) value : (Object) (-(Long) value);
      }
      case "binary": return binary((String) one, tree, scope);
      case "if": return value(tree.get((Boolean) value(one, scope) ? "then" : "else"), scope);
      case "throw": throw new Failure(value(one, scope));
      case "let": {
        Map<String, Object> inner = new HashMap<>(scope);
        inner.put((String) one, value(tree.get("value"), scope));
        return value(tree.get("in"), inner);
      }
      case "operator": return (Fn) values -> binary((String) one, values[0], values[1]);
      case "closure": return closure(tree, scope);
      case "member": return member((String) one, value(tree.get("of"), scope), scope);
      case "call": return call((String) one, tree, scope);
      default: throw new NoOperator(kind);
    }
  }

  private Object binary(String symbol, Map<String, Object> tree, Map<String, Object> scope) {
    Object left = value(tree.get("left"), scope);
    if (symbol.equals("&&")) return (Boolean) left ? value(tree.get("right"), scope) : left;
    if (symbol.equals("||")) return (Boolean) left ? left : value(tree.get("right"), scope);
    return binary(symbol, left, value(tree.get("right"), scope));
  }

  private static Object binary(String symbol, Object left, Object right) {
    if (symbol.equals("==")) return left.equals(right);
    if (symbol.equals("!=")) return !left.equals(right);
    if (left instanceof String text) {
      int order = text.compareTo((String) right);
      return symbol.equals("+") ? text + right : symbol.startsWith("<") ? order < (symbol.length() - 1) : order > -(symbol.length() - 1);
    }
    long a = (Long) left, b = (Long) right;
    return switch (symbol) {
      case "+" -> a + b; case "-" -> a - b; case "*" -> a * b; case "/" -> a / b; case "%" -> a % b;
      case "<" -> a < b; case "<=" -> a <= b; case ">" -> a > b; case ">=" -> a >= b;
      case "..." -> new Span(a, b + 1); case "..<" -> new Span(a, b);
      default -> throw new NoOperator(symbol);
    };
  }

  private Object member(String name, Object base, Map<String, Object> scope) {
    if (base instanceof Tuple tuple) return tuple.parts().get(Integer.parseInt(name));
    if (base instanceof String text) {
      if (name.equals("count")) return (long) text.length();
      if (name.equals("first")) return text.substring(0, 1);
    }
    if (base instanceof List<?> elements && name.equals("count")) return (long) elements.size();
    return apply(name, base, List.of(), scope);
  }

  private Object call(String name, Map<String, Object> tree, Map<String, Object> scope) {
    List<Argument> arguments = arguments(tree);
    if (name.equals("Int")) {
      try { return Long.parseLong((String) values(arguments, scope).get(0)); } catch (NumberFormatException error) { throw new NoOperator("nil"); }
    }
    if (!tree.containsKey("of")) return apply(name, null, arguments, scope);
    Object space = map(tree.get("of")).get("name");
    if (space != null && Character.isUpperCase(((String) space).charAt(0))) return apply(space + "." + name, null, arguments, scope);
    Object base = value(tree.get("of"), scope);
    if (base instanceof String text && name.equals("hasSuffix")) return text.endsWith((String) values(arguments, scope).get(0));
    return apply(name, base, arguments, scope);
  }

  private Fn closure(Map<String, Object> tree, Map<String, Object> scope) {
    List<Object> names = tree.get("names") == null ? List.of() : list(tree.get("names"));
    Object body = tree.get("closure");
    long count = tree.get("names") == null ? highest(body) + 1 : names.size();
    return given -> {
      Object[] values = given.length == 1 && count > 1 && given[0] instanceof Tuple tuple ? tuple.parts().toArray() : given;
      Map<String, Object> inner = new HashMap<>(scope);
      for (int n = 0; n < values.length; n++) {
        inner.put("$" + n, values[n]);
        if (n < names.size()) inner.put((String) names.get(n), values[n]);
      }
      return value(body, inner);
    };
  }

  /** The highest number after a `$` in a closure. */
  private static long highest(Object tree) {
    if (tree instanceof List<?> parts) return parts.stream().mapToLong(Tree::highest).max().orElse(-1);
    if (!(tree instanceof Map)) return -1;
    long inside = map(tree).entrySet().stream().filter(e -> !e.getKey().equals("closure")).mapToLong(e -> highest(e.getValue())).max().orElse(-1);
    return Math.max(inside, (Long) map(tree).getOrDefault("positional", -1L));
  }

  /** A value as a literal of the spec language; null if it has none. */
  static String literal(Object value) {
    if (value instanceof String text) return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    if (value instanceof Duration length) return length.nanoseconds() + "ns";
    if (value instanceof Number || value instanceof Boolean) return value.toString();
    if (value instanceof Case one) return "." + one.name() + (one.payload().isEmpty() ? "" : "(" + joined(one.payload()) + ")");
    if (value instanceof Tuple tuple) return joined(tuple.parts()) == null ? null : "(" + joined(tuple.parts()) + ")";
    if (value instanceof Object[] parts) return literal(new Tuple(Arrays.asList(parts)));
    if (value instanceof List<?> parts) return joined(parts) == null ? null : "[" + joined(parts) + "]";
    return null;
  }
  private static String joined(List<?> parts) {
    List<String> literals = parts.stream().map(Tree::literal).collect(Collectors.toList());
    return literals.contains(null) ? null : String.join(", ", literals);
  }
}
