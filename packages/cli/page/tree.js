// The tree of contexts and routes, and what is selected in it.

/** Writes a text with the words of the search marked. */
function marked(text) {
  const word = state.query.split(/\s+/)[0]
  const at = word === '' ? -1 : text.toLowerCase().indexOf(word)
  if (at < 0) return [text]
  return [text.slice(0, at), make('mark', {}, text.slice(at, at + word.length)), text.slice(at + word.length)]
}

const chip = (text, className = '') => make('span', { className: `chip ${className}` }, text)

/** A function without a name is called `guard at auth.ts:12`, which says its kind. */
const labelOf = ({ kind, name }) => (kind === 'hook' || name.startsWith(kind) ? name : `${kind} ${name}`)

function stepChip(at) {
  const label = labelOf(data.steps[at])
  const button = make(
    'button',
    { className: `chip ${data.steps[at].kind === 'guard' ? 'guard' : ''}`, type: 'button', tabIndex: -1 },
    label
  )
  button.addEventListener('click', (event) => {
    event.stopPropagation()
    select({ step: at })
  })
  return button
}

function routeItem(at) {
  const { methods, url, conditions, isGuarded, isNew } = data.routes[at]
  const changes = changesOf.get(at) ?? []
  const item = make('li', { className: 'route', role: 'treeitem', tabIndex: -1 })
  item.dataset.route = at
  item.append(
    make(
      'div',
      { className: 'row' },
      make('span', { className: 'method' }, methods.join()),
      make('span', { className: 'url' }, ...marked(url || '/')),
      conditions === '' ? null : chip(conditions),
      isGuarded ? null : chip('open', 'open'),
      isNew ? chip('new', 'new') : null,
      ...changes.map((change) => chip(`${signs[change.does]} ${labelOf(change)}`, change.does))
    )
  )
  return item
}

/** As many functions and names of a context stand in its row. */
const few = 4

const restChip = (count, of) => (count > few ? chip(`+ ${count - few} ${of}${count - few === 1 ? '' : 's'}`) : null)

function contextItem(node) {
  const { name, prefix, members } = data.contexts[node]
  const isExpanded = isSearching() || state.expanded.has(node)
  const item = make('li', { className: 'context', role: 'treeitem', tabIndex: -1 })
  item.dataset.node = node
  item.setAttribute('aria-expanded', String(isExpanded))
  item.append(
    make(
      'div',
      { className: 'row' },
      make('span', { className: 'name' }, ...marked(name)),
      prefix === '' ? null : make('span', { className: 'prefix' }, prefix),
      ...stepsIn[node].slice(0, few).map(stepChip),
      restChip(stepsIn[node].length, 'function'),
      ...members.slice(0, few).map((member) => chip(member)),
      restChip(members.length, 'name'),
      isExpanded ? null : chip(`${countOf[node]} ${countOf[node] === 1 ? 'route' : 'routes'}`)
    )
  )
  if (isExpanded) item.append(make('ul', { role: 'group' }, ...partsOf(node)))
  return item
}

/** Rows that may still be drawn: a search opens every context, and the page stays quick. */
let room = 0

function partsOf(node) {
  const routes = routesIn[node].filter((at) => shown[at])
  const below = childrenOf[node].filter((child) => !isSearching() || countOf[child] > 0)
  const most = state.more.get(node) ?? Math.min(page, Math.max(room, 0))
  const drawn = routes.slice(0, most)
  const drawnBelow = below.slice(0, most)
  room -= drawn.length + drawnBelow.length
  const left = routes.length + below.length - drawn.length - drawnBelow.length
  return [
    ...drawn.map(routeItem),
    ...drawnBelow.map(contextItem),
    ...(left > 0 ? [moreItem(node, most, left, routes.length + below.length)] : [])
  ]
}

function moreItem(node, most, left, all) {
  const button = make(
    'button',
    { className: 'more', type: 'button' },
    `Show ${Math.min(left, 10 * page)} of ${left} more`
  )
  button.addEventListener('click', () => {
    state.more.set(node, Math.min(most + 10 * page, all))
    draw()
    byId('tree').querySelector(`li[data-node="${node}"]`)?.focus()
  })
  return make('li', { role: 'none' }, button)
}

function draw() {
  count()
  room = 4 * page
  byId('tree').replaceChildren(contextItem(0))
  byId('none').hidden = !isSearching() || countOf[0] > 0
  mark()
}

/** Marks the way to what is selected, and dims what it does not concern. */
function mark() {
  const { selected } = state
  const routes = selected?.step === undefined ? null : new Set(routesOf[selected.step])
  const node = selected?.route === undefined ? selected?.node : data.routes[selected.route].node
  const way = new Set(node === undefined ? [] : wayTo(node))
  for (const item of byId('tree').querySelectorAll('li[role=treeitem]')) {
    const isRoute = item.dataset.route !== undefined
    const isSelected = isRoute
      ? Number(item.dataset.route) === selected?.route
      : Number(item.dataset.node) === selected?.node
    item.setAttribute('aria-selected', String(isSelected))
    item.classList.toggle('way', !isRoute && way.has(Number(item.dataset.node)))
    item.classList.toggle('dim', isRoute && routes !== null && !routes.has(Number(item.dataset.route)))
  }
  if (byId('tree').querySelector('[tabindex="0"]') === null) {
    const first = byId('tree').querySelector('li[role=treeitem]')
    if (first) first.tabIndex = 0
  }
}

function select(selected) {
  state.selected = selected
  if (selected?.route !== undefined)
    for (const node of wayTo(data.routes[selected.route].node)) state.expanded.add(node)
  mark()
  detail()
}
