"""What MkDocs cannot know: which pages of the repository are on the site, and the pages that are made of what `marble` prints.

`on_files` collects the pages: the Markdown of the repository stays where it is, keeps its own relative links, and gets an address of the site;
operators, gallery and handouts are written here. `on_page_markdown` makes of GitHub's and DocC's Markdown what MkDocs reads, `on_page_content` puts
in the fences with their pictures and questions, and `on_post_build` adds the documentation of all declarations.
"""

import hashlib
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import tempfile
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel
from mkdocs.structure.nav import Link

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / 'Tools/Site'
SCRIPTS = ['rows.js', 'board.js', 'practice.js', 'quiz.js', 'task.js', 'present.js', 'spelling.js', 'tables.js']
BOXES = ['rows.js', 'board.js', 'practice.js', 'quiz.js']
escape = html.escape
os.environ['LC_ALL'] = 'C.UTF-8'


def command():
    if path := os.environ.get('MARBLE'):
        return str(Path(path).resolve())
    folder = subprocess.run(['swift', 'build', '--show-bin-path'], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    return folder + '/marble'


MARBLE = command()


def marble(*arguments, fails=False):
    """What the command prints; nothing if it may fail and does."""
    run = subprocess.run([MARBLE, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True)
    if run.returncode and not fails:
        raise SystemExit(f'marble {" ".join(map(str, arguments))}\n{run.stderr}')
    return '' if run.returncode else run.stdout


def questions_of(*arguments):
    text = marble('quiz', '--format', 'json', *arguments, fails=True)
    return json.loads(text)['questions'] if text else []


def read(path):
    return (ROOT / path).read_text()


def slug(text):
    return re.sub(r'[^a-z0-9_-]', '', text.lower().replace(' ', '-'))


def title_of(text):
    return re.search(r'^# (.*)$', text, re.M)[1].replace('`', '')


def header(spec, name):
    found = re.search(rf'^{name}: *(.*(?:\n  +\S.*)*)$', spec, re.M)
    return re.sub(r'\s+', ' ', found[1]) if found else ''


class Site:
    """What is known before the first page is made."""

    def __init__(self):
        self.work, self.made, self.shared = Path(tempfile.mkdtemp()), [], {}
        self.specs = {path.stem: path.read_text() for path in sorted((ROOT / 'Diagrams').glob('*.marble'))}
        self.hasPlayground = (ROOT / '.build/playground.html').exists()
        self.hasDeclarations = (ROOT / '.build/docs/index.html').exists()
        self.operators = {}
        for form in json.loads(marble('operators', '--format', 'json'))['operators']:
            self.operators.setdefault(form['name'].split('.')[-1], []).append(form)
        self.lessons = sorted(str(path.relative_to(ROOT)) for path in (ROOT / 'Course').glob('[0-9]*.md'))
        self.tasks = [f'Course/Tasks/{name}.md' for name in re.findall(r'^- \[.*\]\((\w+)\.md\)', read('Course/Tasks/README.md'), re.M)]
        # The rules of the course, with the lesson that states each: answers and pages of operators link to them.
        self.rules = {}
        for lesson in self.lessons:
            for rule in re.findall(r'^> \*\*(.*?)\.\*\*', read(lesson), re.M):
                self.rules[rule.lower().replace(',', '')] = (rule, lesson)
        # The pairs that are easily confused: their names, the difference, and the shortest input that shows it.
        self.pairs = [(re.sub(r'\([^)]*\)', '', heading).split(' and '), sentence, spec) for heading, sentence, spec in
                      re.findall(r'^## ([^\n]*)\n\n([^\n]*)\n\n```marble\n(.*?)\n```', read('Diagrams/Pairs.md'), re.M | re.S)]
        # The operators of each spec.
        self.uses = {name: {one for one in self.operators if re.search(rf'[.> ]{one}[({{ ]', re.sub(r'^[a-z]+: .*$', '', spec, flags=re.M))} for name, spec in self.specs.items()}
        # Without a picture of its own an operator has one of its sample.
        self.own = [name for name in self.operators if not any(one == name or one.startswith(name + '-') for one in self.specs)]
        for name in self.own:
            (self.work / f'{name}.marble').write_text(self.operators[name][0]['sample'])
        # What the command prints for many files at once, and what it prints for each.
        self.asked = {}
        for question in questions_of('Diagrams') + questions_of('Course'):
            self.asked.setdefault(question['place'].rsplit(':', 1)[0], []).append(question)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(marble, 'render', 'Course', '--format', 'svg', '-o', self.work / 'course'), pool.submit(self.render),
                    pool.submit(marble, 'render', *[self.work / f'{name}.marble' for name in self.own], '--format', 'svg', '-o', self.work)]
            swift = {name: pool.submit(marble, 'swift', f'Diagrams/{name}.marble', fails=True) for name in self.specs}
            cards = {name: pool.submit(questions_of, forms[0]['name'], '--seed', 1, '--count', 1) for name, forms in self.operators.items()}
            for job in jobs:
                job.result()
            self.swift = {name: job.result() for name, job in swift.items()}
            self.cards = {name: [one for one in job.result() if one['place'] == 'seed 1'] for name, job in cards.items()}

    def render(self):
        change = ['--playground', '../playground.html'] if self.hasPlayground else []
        marble('render', *[f'Diagrams/{name}.marble' for name in self.specs], *change, '--format', 'html', '-o', self.work / 'pages')

    def pictures(self, name):
        """The diagrams with an operator: first those with its name, then others in which it occurs."""
        return [one for one in sorted(self.specs, key=len) if one == name or one.startswith(name + '-')] + [
            one for one in self.specs if name in self.uses[one] and one != name and not one.startswith(name + '-')]


site = None


def on_config(config):
    global site
    site = Site()
    return config


# MARK: Which pages there are


def address(path):
    """Where a page of the repository is on the site."""
    for old, new in [('^Course/Teaching/README', 'course/teaching'), ('^Course/Tasks/', 'tasks/'), ('^Course/', 'course/'), ('^Diagrams/', 'gallery/'), (r'^Sources/(\w+)/\w+\.docc/', r'documentation/\1/'),
                     ('^(?=[^/]*$)', 'documentation/'), ('^(course|tasks|gallery)/README', r'\1/index'), (r'\.md$', '.html')]:
        path = re.sub(old, new, path)
    return path


def on_files(files, config):
    def add(path, made=None, source=None, to=None):
        to = to or address(path)
        if made is not None:
            file = File.generated(config, path, content=made)
            file.dest_uri = to
        elif source:
            file = File.generated(config, path, abs_src_path=str(source))
            file.dest_uri = to
        else:
            file = File(path, str(ROOT), config.site_dir, False, dest_uri=to, inclusion=InclusionLevel.INCLUDED)
        files.append(file)

    files.get_file_from_path('practice.md').dest_uri = 'course/practice.html'
    for path in ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'Course/README.md', 'Course/Teaching/README.md', 'Course/Tasks/README.md', *site.lessons, *site.tasks]:
        add(path)
    for path in sorted(ROOT.glob('Sources/*/*.docc/*.md')):
        add(str(path.relative_to(ROOT)))
    for path in sorted(ROOT.glob('Sources/*/*.docc/*.svg')):
        add(str(path.relative_to(ROOT)))
    for name in site.specs:
        add(f'Diagrams/{name}.md', made=gallery_page(name))
        add(f'Diagrams/{name}.svg')
    for path in (site.work / 'course').rglob('*.svg'):
        add(f'Course/{path.name}', source=path, to=f'course/{path.name}')
    for name in site.own:
        add(f'operators/{name}.svg', source=site.work / f'{name}.svg', to=f'operators/{name}.svg')
    add('Diagrams/README.md', made=gallery_index())
    for name in ['Pairs', 'FiftyRules', 'OtherEngines']:
        add(f'Diagrams/{name}.md')
    for name in site.operators:
        add(f'operators/{name}.md', made=operator_page(name), to=f'operators/{name}.html')
    add('operators/index.md', made=operator_index(), to='operators/index.html')
    add('Course/handouts.md', made=handouts())
    for name in SCRIPTS:
        add(f'scripts/{name}', source=SITE / name, to=f'scripts/{name}')
    for name, text in site.shared.items():
        add(name, made=text, to=name)
    add('site.css', source=SITE / 'site.css', to='site.css')
    if site.hasPlayground:
        add('playground.html', source=ROOT / '.build/playground.html', to='playground.html')
    families = {}
    for name, forms in site.operators.items():
        families.setdefault(forms[0]['family'], []).append({name: f'operators/{name}.md'})
    modules = {}
    for path in sorted(ROOT.glob('Sources/*/*.docc/*.md'), key=lambda one: (one.parent, one.stem != one.parent.stem, one.stem)):
        modules.setdefault(path.parent.stem, []).append(str(path.relative_to(ROOT)))
    config.nav = [
        {'Start': 'index.md'},
        {'Learn': [{'Tasks of ten minutes': ['Course/Tasks/README.md', *site.tasks]}, {'Course': ['Course/README.md', *site.lessons]}, {'Practice': 'practice.md'},
                   {'For teachers': ['Course/Teaching/README.md', {'Handouts': 'Course/handouts.md'}]}]},
        {'Operators': ['operators/index.md', *[{family: pages} for family, pages in families.items()]]},
        {'Gallery': ['Diagrams/README.md', 'Diagrams/Pairs.md', 'Diagrams/FiftyRules.md', 'Diagrams/OtherEngines.md']},
        {'Documentation': [{'Read me first': 'README.md'}, *[{module: pages} for module, pages in modules.items()], 'CONTRIBUTING.md', 'CHANGELOG.md']},
    ]
    return files


def on_nav(nav, config, files):
    if site.hasPlayground:
        nav.items.append(Link('Playground', 'playground.html'))
    return nav


# MARK: Markdown of GitHub and of DocC


def on_page_markdown(text, page, config, files):
    path, page.fences = page.file.src_uri, []
    if page.file.generated_by or path in ('index.md', 'practice.md'):
        return text.replace('<!-- playground -->', FRAME if site.hasPlayground else '')
    if path.startswith('Course/'):
        page.meta['search'] = {'boost': 1.2}
    elif path in ('CHANGELOG.md', 'CONTRIBUTING.md'):
        page.meta['search'] = {'boost': 0.1}
    lines, out, index = text.split('\n'), [], 0
    while index < len(lines):
        line = lines[index]
        if fence := re.match(r'(```+|~~~+)(.*)$', line):
            end = next(at for at in range(index + 1, len(lines)) if re.match(fence[1] + r'\s*$', lines[at]))
            words = fence[2].split()
            if words[:1] == ['marble']:
                page.fences.append((index + 2, end, words[1:], lines[index + 1:end]))
                out += ['', f'<div data-fence="{len(page.fences) - 1}"></div>', '']
            else:
                # A fence inside of a quotation or of a list keeps its place; of its words only the first one is a language.
                out += ['', fence[1] + (words[0] if words else 'text'), *lines[index + 1:end], fence[1], '']
            index = end + 1
            continue
        if re.match(r'@\w+', line):
            while line.rstrip().endswith('{') and index < len(lines) and not lines[index].startswith('}'):
                index += 1
            index += 1
            continue
        line = line.replace('<details>', '<details markdown="1">')
        if re.match(r'([-*]|\d+\.) ', line) and out and out[-1].strip() and not re.match(r' *([-*]|\d+\.) |  ', out[-1]):
            out.append('')
        if line.startswith('> **'):
            rule = re.match(r'> \*\*(.*?)\.\*\*', line)
            if rule:
                quote = []
                while index < len(lines) and lines[index].startswith('>'):
                    quote.append(re.sub(r'^> ?', '', lines[index]))
                    index += 1
                out += [f'<blockquote class="rule" id="rule-{slug(rule[1])}" markdown="1">', '', *[inline(one, page, files) for one in quote], '', '</blockquote>']
                continue
        if line.startswith('**Rests on:**'):
            while lines[index + 1].strip():
                index += 1
                line += ' ' + lines[index]
            line = re.sub(r'(?<=[*;,] )([^*;,.]+)', lambda found: linked_rule(found[1], path), line)
            line += '\n{: .basis }'
        out.append(inline(line, page, files))
        index += 1
    return '\n'.join(out)


FRAME = '<iframe class="try" src="playground.html?embed" title="A stream to try: drag a marble, and the outcome follows" loading="lazy"></iframe>'


def linked_rule(name, path):
    rule, lesson = site.rules.get(name.lower().strip(), (None, None))
    return f'[{name}]({posixpath.relpath(lesson, posixpath.dirname(path))}#rule-{slug(rule)})' if rule else name


def inline(line, page, files):
    """Links of the repository, names of DocC, and bars inside of code in a table."""
    line = re.sub(r'(?<!`)``([^`]+)``(?!`)', lambda found: f'`{found[1].split("/")[-1]}`', line)
    if line.lstrip().startswith('|'):
        line = re.sub(r'`[^`]*`', lambda found: found[0].replace('\\|', '|'), line)
    folder = posixpath.dirname(page.file.src_uri)

    def link(found):
        mark, label, to = found[1], found[2], found[3]
        if re.match(r'(https?:|#)', to):
            return found[0]
        place, _, anchor = to.partition('#')
        target = posixpath.normpath(posixpath.join(folder, place))
        target = {'Course': 'Course/README.md', 'Diagrams': 'Diagrams/README.md', 'Course/Teaching': 'Course/Teaching/README.md'}.get(target, target)
        target = re.sub(r'^(Diagrams/.*)\.marble$', r'\1.md', target)
        if not files.get_file_from_path(target):
            return label
        return f'{mark}[{label}]({posixpath.relpath(target, folder)}{"#" + anchor if anchor else ""})'

    def outside(text):
        # A picture inside of a link first, then links.
        text = re.sub(r'(!)\[([^\]]*)\]\(([^)\s]+)\)', link, text)
        text = re.sub(r'((?<!!)(?=\[))\[((?:!\[[^\]]*\]\([^)]*\)|`[^`]*`|[^\[\]])*)\]\(([^)\s]+)\)', link, text)
        return re.sub(r'<doc:([\w/-]+)>', lambda found: f'[{found[1].split("/")[-1]}]({found[1].split("/")[-1]}.md)', text)

    # Code holds no links, but a link may hold code.
    parts = re.split(r'(`[^`]*`(?!\]))', line) if re.search(r'`[^`]*\]\([^`]*`', line) else [line]
    return ''.join(part if part.startswith('`') else outside(part) for part in parts)


# MARK: Fences, questions and scripts


def change(spec, up, predicts=False):
    if not site.hasPlayground:
        return ''
    return f'<p class="change"><a href="{up}playground.html#spec={urllib.parse.quote(spec, safe="")}{"&amp;predict" if predicts else ""}">Change it</a></p>'


def code(text, kind=''):
    return f'<pre tabindex="0"{kind}><code>{escape(text, quote=False)}</code></pre>'


def fence(page, number):
    start, end, words, lines = page.fences[number]
    spec, predicts = '\n'.join(lines), words[:1] == ['predict']
    up = '../' * page.file.dest_uri.count('/')
    picture = f'{Path(page.file.src_uri).stem}-{start}.svg'
    if predicts:
        shown = f'<div class="predict" data-from="{start}" data-to="{end}">{code(spec)}</div>'
    elif page.file.src_uri.startswith('Course/') and (site.work / 'course' / picture).exists():
        shown = f'<figure class="slide"><img src="{up}course/{picture}" alt="{escape(header(spec, "title") or "What happened")}" loading="lazy"></figure>{code(spec)}'
    else:
        shown = code(spec)
    # A task leads nowhere else before its row is predicted.
    return shown + ('' if predicts and page.file.src_uri in site.tasks else change(spec + '\n', up, predicts))


def asking(questions, up, scripts=BOXES):
    data = json.dumps({'questions': questions}, ensure_ascii=False).replace('</', '<\\/')
    return f'<script type="application/json" id="questions">{data}</script>' + ''.join(f'<script src="{up}scripts/{name}"></script>' for name in scripts)


def on_page_content(text, page, config, files):
    path, up = page.file.src_uri, '../' * page.file.dest_uri.count('/')
    text = re.sub(r'<div data-made="(\d+)"></div>', lambda found: site.made[int(found[1])], text)
    text = re.sub(r'<div data-fence="(\d+)"></div>', lambda found: fence(page, int(found[1])), text)
    if path in site.lessons:
        text = re.sub('</h1>', '</h1><p class="quiet"><a id="slide-show" href="?present">Present</a></p>', text, count=1)
        text += asking(site.asked.get(path, []), up, BOXES + ['present.js'])
    elif path in site.tasks:
        text += asking(site.asked.get(path, []), up, BOXES + ['task.js'])
    elif path == 'practice.md':
        course = [one for name, list in site.asked.items() if name.startswith('Course/') for one in list]
        text += asking(course + questions_of('--seed', 1, '--count', 60), up, ['rows.js', 'board.js', 'quiz.js', 'practice.js'])
    return text


# MARK: Gallery


def scoped(css):
    """The styles of a page that plays, for a part of another page."""
    css = re.sub(r'@page \{[^}]*\}|^:root \{[^}]*\}|^body \{[^}]*\}|^\[data-theme=[^{]*\{[^}]*\}', '', css, flags=re.M)
    css = re.sub(r'\.(present|printing) ([^{},]+)', r'.\1 & \2', css)
    css = re.sub(r'& (main|body)\b', '&', css)
    return '.player {' + re.sub(r'(?m)^(\s*)main \{', r'\1& {', css) + '}'


def shared(text, kind):
    """The address of styles or of a script that many pages have."""
    name = f'scripts/player-{hashlib.sha256(text.encode()).hexdigest()[:8]}.{kind}'
    site.shared[name] = text
    return name


def gallery_page(name):
    spec, page = site.specs[name], (site.work / 'pages' / f'{name}.html').read_text()
    style, main, script = (re.search(rf'<{tag}>(.*)</{tag}>', page, re.S)[1] for tag in ('style', 'main', 'script'))
    questions = site.asked.get(f'Diagrams/{name}.marble', [])
    title, note = header(spec, 'title'), header(spec, 'note')
    main = re.sub(r'<h1>.*?</h1>\n?(<p>.*?</p>\n)?', '', main, count=1, flags=re.S)
    confused = sorted({word for one in questions for rival in one['rivals'] for word in re.findall(r'^`([A-Za-z]+)', rival['name'])})
    others = [(word, next((one for one in site.specs if one == word or one.startswith(word)), None)) for word in confused]
    parts = [f'---\ntitle: {json.dumps(name)}\nhide: [navigation, toc]\nsearch: {{boost: 0.4}}\n---\n\n# {escape(title)}\n\n{escape(note)}\n',
             f'<link rel="stylesheet" href="../{shared(scoped(style), "css")}">\n<div class="player" data-search-exclude="">\n{main}</div>\n<script src="../{shared(script, "js")}"></script>\n', '<div class="extra" data-search-exclude="">']
    if questions:
        parts.append('<details class="ask"><summary>Predict it</summary><div class="predict" data-from="0" data-to="9999"><p class="quiet">With scripts, this page asks for the rows.</p></div></details>')
    parts += ['<h2>The spec</h2>', code(spec), '<h2>The same as a Swift test</h2>', code(site.swift[name] or 'It has no Swift test: a spec can say what a test cannot.')]
    if list := ' '.join(f'<a href="{one}.html">{word}</a>' for word, one in others if one and one != name):
        parts.append(f'<h2>Confused with</h2><p>{list}</p>')
    if list := ' '.join(f'<a href="../operators/{word}.html">{word}</a>' for word in sorted(site.uses[name])):
        parts.append(f'<h2>Its operators</h2><p>{list}</p>')
    parts += ['</div>', asking(questions, '../', BOXES + ['present.js'])]
    return raw(parts)


def raw(parts):
    """A page of finished HTML: its head is Markdown, the rest is put in when the head has been read."""
    site.made.append('\n'.join(parts[1:]))
    return f'{parts[0]}\n<div data-made="{len(site.made) - 1}"></div>\n'


def gallery_index():
    families = ['Origins', 'Transforming', 'Filtering', 'Matching', 'Reducing', 'Combining', 'Timing', 'Handling failures', 'Sharing', 'Comparisons', 'Laws', 'Situations', 'Rules']
    text = '---\nhide: [navigation]\ntitle: Gallery\nsearch: {exclude: true}\n---\n\n# Gallery\n\nEvery picture shows a run. Open one: it plays, steps and explains. The search finds them, too.\n'
    for family in families:
        text += f'\n## {family}\n\n<ul class="cards">\n'
        for name, spec in site.specs.items():
            if header(spec, 'family') == family:
                text += f'<li id="diagram-{name.lower()}"><a href="{name}.html"><img src="{name}.svg" alt="" loading="lazy">{name}</a><p>{escape(header(spec, "title"))}</p></li>\n'
        text += '</ul>\n'
    return text


# MARK: Operators


def marked(sentence):
    return re.sub(r'`([^`]*)`', r'<code>\1</code>', escape(sentence, quote=False))


def to_operator(name):
    return f'<a href="{name}.html">{name}</a>' if name in site.operators else f'<code>{escape(name)}</code>'


def operator_page(name):
    forms, pictures, card = site.operators[name], site.pictures(name), site.cards[name]
    first = forms[0]
    rx = sorted({one for form in forms for one in form['rx']})
    tags = [name, *rx, *site.operators[name][0]['words']]
    parts = [f'---\ntitle: {json.dumps(name)}\ntags: {json.dumps([one for one in tags if one])}\nsearch: {{boost: 4}}\n---\n\n# {name}\n']
    if name in site.own:
        parts.append(f'<p class="poster"><img src="{name}.svg" alt="{escape(first["sentence"])}"></p>')
    else:
        parts.append(f'<p class="poster"><a href="../gallery/{pictures[0]}.html"><img src="../gallery/{pictures[0]}.svg" alt="{escape(header(site.specs[pictures[0]], "title"))}"></a></p>')
    parts.append(f'<p class="first">{marked(first["sentence"])}</p>')
    if first['use']:
        parts.append(f'<p><strong>Use it</strong> {marked(first["use"])}.{" In Rx: " + escape(", ".join(rx)) + "." if rx else ""}</p>')
    elif rx:
        parts.append(f'<p>In Rx: {escape(", ".join(rx))}.</p>')
    if first['rivals'] or any(name in names for names, *_ in site.pairs):
        parts.append('<h2 id="not-this-one">Not this one?</h2>' + rivals_of(first))
    parts.append('<h2 id="facts">The facts</h2>')
    said = first['sentence']
    for form in forms:
        parts.append(f'<h3><code>{escape(form["signature"])}</code></h3>')
        text = ' '.join(([] if form['sentence'] == said and form is not first else [form['sentence']] if form is not first else []) + form['facts'])
        parts.append((f'<p>{marked(text)}</p>' if text else '') + code(form['drawn'].rstrip()) + change(form['sample'] if form['sample'].endswith('\n') else form['sample'] + '\n', '../'))
        parts += [f'<p class="foreign">{marked(one)}</p>' for one in form['elsewhere']]
    if card:
        parts.append('<details class="ask"><summary>Predict it</summary><div class="predict" data-from="0" data-to="0"><p class="quiet">With scripts, this page asks for a row.</p></div></details>')
    lessons = [f'<li><a href="../{address(lesson)}#rule-{slug(rule)}">{escape(rule)}</a>, lesson {escape(title_of(read(lesson)))}</li>' for rule, lesson in site.rules.values() if re.match(r'[A-Za-z]+', rule)[0] == name]
    if f'Course/Tasks/{name}.md' in site.tasks:
        lessons.insert(0, f'<li><a href="../tasks/{name}.html">A task of ten minutes</a></li>')
    if lessons:
        parts.append(f'<h2 id="in-the-course">In the course</h2><ul>{"".join(lessons)}</ul>')
    if pictures:
        cards = ''.join(f'<li><a href="../gallery/{one}.html"><img src="../gallery/{one}.svg" alt="" loading="lazy">{one}</a></li>' for one in pictures[:6])
        parts.append(f'<h2 id="in-pictures">In pictures</h2><ul class="cards">{cards}</ul>')
    declared = sorted(path for path in (ROOT / '.build/docs/documentation/pipes').glob('*/*(*') if path.name.startswith(name.lower() + '(')) if site.hasDeclarations else []
    if declared:
        list = ''.join(f'<li><a href="../api/{path.relative_to(ROOT / ".build/docs")}/index.html"><code>{escape(path.name)}</code></a></li>' for path in declared)
        parts.append(f'<h2 id="declarations">Declarations</h2><ul>{list}</ul>')
    if card:
        parts.append(asking(card, '../'))
    return raw(parts)


def rivals_of(form):
    """Each rival with what it does; where the pair is known to be confused, with the difference and the shortest input that shows it."""
    entries = []
    for one in dict.fromkeys(form['rivals'] + [other for names, *_ in site.pairs if form['name'] in names for other in names if other != form['name']]):
        pair = next(((sentence, spec) for names, sentence, spec in site.pairs if {form['name'], one} <= set(names)), None)
        if pair:
            entries.append(f'<li>{to_operator(one)}: {marked(pair[0])}{code(pair[1])}</li>')
        else:
            entries.append(f'<li>{to_operator(one)}: {marked(site.operators[one][0]["sentence"]) if one in site.operators else ""}</li>')
    return f'<ul>{"".join(entries)}</ul>'


def operator_index():
    text = '---\nhide: [toc]\ntitle: Operators\nsearch: {exclude: true}\n---\n\n# Operators\n\nEach page begins with a picture of a run. The search finds them by their names here and in Rx, and in your own words.\n'
    families = {}
    for name, forms in site.operators.items():
        families.setdefault(forms[0]['family'], []).append((name, forms))
    for family, list in families.items():
        text += f'\n## {family}\n\n<dl class="entries">\n'
        for name, forms in list:
            rx = sorted({one for form in forms for one in form['rx']})
            text += f'<dt><a href="{name}.html">{name}</a></dt><dd>{marked(forms[0]["sentence"])}{" <span class=quiet>In Rx: " + escape(", ".join(rx)) + "</span>" if rx else ""}</dd>\n'
        text += '</dl>\n'
    return text


# MARK: Handouts


def handouts():
    """Every question of the lessons with an empty row below each pipeline, for a pencil."""
    parts = ['---\ntitle: Handouts\nhide: [toc]\nsearch: {exclude: true}\n---\n\n# Handouts\n\nTo print: each lesson begins on a page of its own.\n']
    for lesson in site.lessons:
        parts.append(f'<section class="lesson"><h2>{escape(title_of(read(lesson)))}</h2>')
        for spec in re.findall(r'```marble predict\n(.*?)\n```', read(lesson), re.S):
            parts.append(f'<section class="sheet"><h3>{escape(header(spec, "title"))}</h3>{code(chr(10).join(empty(spec)))}<p>Because of: {"." * 70}</p></section>')
        parts.append('</section>')
    return raw(parts)


def empty(spec):
    """The lines of a question without its rows, and a row of dots below each pipeline and each subscriber."""
    lines, out, skipped = spec.split('\n'), [], False
    rows = [re.match(r'((?:hot |cold )?[a-z]+: *)(.*)', one) for one in lines]
    rows = [one for one in rows if one and not re.match(r'(title|note|frame|family|limit):', one[0])]
    column, wide = (max(len(one[1]) for one in rows), max(len(one[2]) for one in rows) + 3) if rows else (2, 20)
    blank = '=' + ' ' * (column - 1) + '.' * wide
    for at, line in enumerate(lines):
        if line.startswith('title: ') or re.match(r'(=|subs )', line) or (skipped and line.startswith(' ')):
            skipped = not line.startswith('title: ')
            continue
        skipped = False
        out.append(line)
        rest = [one for one in lines[at + 1:] if not re.match(r'(=|subs | )', one)]
        if line.startswith('> ') and not (rest and rest[0].startswith('from ')) or line.startswith('from '):
            out.append(blank)
    return out


# MARK: What the theme leaves out


def on_post_page(text, page, config):
    """A name for the dialog of the search, no empty heads of tables, and code that can be scrolled by keys."""
    text = text.replace('data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"')
    return re.sub(r'<pre( [^>]*)?><span></span><code>', r'<pre\1 tabindex="0"><span></span><code>', re.sub(r'<th( [^>]*)?></th>', r'<td\1></td>', text))


# MARK: The documentation of all declarations


def on_post_build(config):
    folder = Path(config.site_dir)
    # Search from a file system: a page there may load a script, and no data.
    index = (folder / 'search/search_index.json').read_text()
    (folder / 'search/search_index.js').write_text('var __index = ' + index)
    for rest in list(folder.rglob('*.map')) + [folder / 'sitemap.xml', folder / 'sitemap.xml.gz', folder / '404.html']:
        rest.unlink(missing_ok=True)
    shutil.rmtree(folder / 'assets/javascripts/lunr', ignore_errors=True)
    if site.hasDeclarations:
        declarations(folder / 'api')
    shutil.rmtree(site.work)
    pages, size = len(list(folder.rglob('*.html'))), sum(one.stat().st_size for one in folder.rglob('*') if one.is_file())
    print(f'the site: {pages} pages, {size // 1000} KB')


def declarations(api):
    """The pages of `Tools/Scripts/docs` get the way back to the site and to the page of their operator."""
    shutil.copytree(ROOT / '.build/docs', api)
    names = {name.lower(): name for name in site.operators}
    for path in api.rglob('*.html'):
        up = '../' * (len(path.relative_to(api).parts))
        name = names.get(path.parent.name.split('(')[0], '') if '(' in path.parent.name else ''
        back = f'<a href="{up}operators/{name}.html">{name}: what it does, its lesson and its pictures</a>' if name else ''
        text = path.read_text()
        nav = f'<nav class="site" aria-label="Site"><a class="name" href="{up}index.html">swift-marbles</a><a href="{up}operators/index.html">Operators</a>{back}</nav>'
        text = re.sub(r'<nav class="site".*?</nav>', lambda _: nav, text, count=1, flags=re.S)
        also = re.compile(r'(<em>See also</em>)(.*?)(?=</p>)', re.S)
        text = also.sub(lambda found: found[1] + re.sub(r'<code>(\w+)</code>', lambda one: f'<a href="{up}operators/{one[1]}.html">{one[0]}</a>' if one[1] in site.operators else one[0], found[2]), text)
        path.write_text(text)
