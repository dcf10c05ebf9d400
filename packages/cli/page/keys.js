// Keys, clicks and the search; then the first drawing.

// Keys as in every tree (WAI-ARIA): arrows move and fold, Enter chooses.
function moveTo(item) {
  if (!item) return
  for (const other of byId('tree').querySelectorAll('[tabindex="0"]')) other.tabIndex = -1
  item.tabIndex = 0
  item.focus()
}

function fold(item, isExpanded) {
  const node = Number(item.dataset.node)
  if (isExpanded) state.expanded.add(node)
  else state.expanded.delete(node)
  draw()
  moveTo(byId('tree').querySelector(`li[data-node="${node}"]`))
}

function choose(item) {
  if (item.dataset.route !== undefined) return select({ route: Number(item.dataset.route) })
  select({ node: Number(item.dataset.node) })
}

const keys = {
  ArrowDown: (items, at) => moveTo(items[at + 1]),
  ArrowUp: (items, at) => moveTo(items[at - 1]),
  Home: (items) => moveTo(items[0]),
  End: (items) => moveTo(items.at(-1)),
  ArrowRight: (items, at) => {
    if (items[at].getAttribute('aria-expanded') === 'false') fold(items[at], true)
    else if (items[at].dataset.node !== undefined) moveTo(items[at + 1])
  },
  ArrowLeft: (items, at) => {
    if (items[at].getAttribute('aria-expanded') === 'true' && !isSearching()) fold(items[at], false)
    else moveTo(items[at].parentElement.closest('li[role=treeitem]'))
  },
  Enter: (items, at) => choose(items[at]),
  ' ': (items, at) => choose(items[at])
}

byId('tree').addEventListener('keydown', (event) => {
  const items = [...byId('tree').querySelectorAll('li[role=treeitem]')]
  const at = items.indexOf(event.target)
  if (at < 0 || !Object.hasOwn(keys, event.key)) return
  event.preventDefault()
  keys[event.key](items, at)
})

byId('tree').addEventListener('click', (event) => {
  const item = event.target.closest('li[role=treeitem]')
  if (item === null) return
  if (item.dataset.node !== undefined && !isSearching()) fold(item, item.getAttribute('aria-expanded') !== 'true')
  choose(item)
})

document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== byId('query')) {
    event.preventDefault()
    byId('query').focus()
  }
  if (event.key === 'Escape') {
    byId('query').value = ''
    state.query = ''
    state.selected = null
    draw()
    detail()
  }
})

byId('query').addEventListener('input', (event) => {
  state.query = event.target.value.trim().toLowerCase()
  draw()
})
byId('open-only').addEventListener('change', (event) => {
  state.openOnly = event.target.checked
  draw()
})

/** Opens contexts from the root on while they fit on a few screens. */
function expandSome() {
  let rows = 0
  const waiting = [0]
  for (let node = waiting.shift(); node !== undefined && rows < 200; node = waiting.shift()) {
    state.expanded.add(node)
    rows += Math.min(page, routesIn[node].length) + childrenOf[node].length
    waiting.push(...childrenOf[node])
  }
}

const open = data.routes.filter(({ isGuarded }) => !isGuarded).length
byId('title').textContent = data.title
byId('summary').textContent =
  `${data.routes.length} routes in ${data.contexts.length} contexts · ${open} behind no guard`
expandSome()
drawChanges()
draw()
detail()
