import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON, as `marble render --format json` writes it: maps, lists, texts, whole numbers, truths and null. */
final class Json {
  private final String text;
  private int place;

  private Json(String text) { this.text = text; }

  static Object read(String text) { return new Json(text).value(); }

  private char next() {
    while (Character.isWhitespace(text.charAt(place))) place++;
    return text.charAt(place);
  }

  private boolean take(char one) {
    if (next() != one) return false;
    place++;
    return true;
  }

  private Object value() {
    switch (next()) {
      case '{': return object();
      case '[': return list();
      case '"': return string();
      case 't': place += 4; return true;
      case 'f': place += 5; return false;
      case 'n': place += 4; return null;
      default:
        int start = place;
        while ("+-0123456789".indexOf(text.charAt(place)) >= 0) place++;
        return Long.parseLong(text.substring(start, place));
    }
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    take('{');
    while (!take('}')) {
      next();
      String key = string();
      take(':');
      members.put(key, value());
      take(',');
    }
    return members;
  }

  private List<Object> list() {
    List<Object> elements = new ArrayList<>();
    take('[');
    while (!take(']')) {
      elements.add(value());
      take(',');
    }
    return elements;
  }

  private String string() {
    StringBuilder read = new StringBuilder();
    place++;
    while (text.charAt(place) != '"') {
      char one = text.charAt(place++);
      if (one != '\\') {
        read.append(one);
        continue;
      }
      char kind = text.charAt(place++);
      if (kind == 'u') {
        read.append((char) Integer.parseInt(text.substring(place, place + 4), 16));
        place += 4;
      } else {
        read.append("ntr".indexOf(kind) < 0 ? kind : "\n\t\r".charAt("ntr".indexOf(kind)));
      }
    }
    place++;
    return read.toString();
  }

  /** A text as a string of JSON. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char one : text.toCharArray()) {
      if (one == '"' || one == '\\') quoted.append('\\').append(one);
      else if (one < ' ') quoted.append(String.format("\\u%04x", (int) one));
      else quoted.append(one);
    }
    return quoted.append('"').toString();
  }
}
