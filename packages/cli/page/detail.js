// The part of the page that tells of what is selected.

const place = (text) => (text === '' ? null : make('span', { className: 'place' }, text))

function stepItem(at) {
  const step = data.steps[at]
  const name = make('button', { className: 'step-name', type: 'button' }, step.name)
  name.addEventListener('click', () => select({ step: at }))
  const notes = [
    step.when,
    step.adds === '' ? '' : `adds ${step.adds}`,
    step.answers === '' ? '' : `may answer ${step.answers}`,
    step.isOfContext ? `declared in ${data.contexts[step.node].name}` : ''
  ].filter(Boolean)
  return make(
    'li',
    { className: step.kind === 'guard' ? 'guarding' : step.kind === 'handler' ? 'handling' : '' },
    make(
      'span',
      { className: 'stage' },
      step.kind === 'hook' || step.kind === step.stage ? step.stage : `${step.stage} · ${step.kind}`
    ),
    name,
    ' ',
    place(step.place),
    notes.length === 0 ? null : make('span', { className: 'note' }, notes.join('; '))
  )
}

const onErrors = new Set(['onError', 'error handler'])
const isRare = ({ stage }) => stage === 'parse' || stage === 'onTimeout' || stage === 'onRequestAbort'

function routeDetail(at) {
  const route = data.routes[at]
  const usual = route.steps.filter((step) => !(onErrors.has(data.steps[step].stage) || isRare(data.steps[step])))
  const failing = route.steps.filter((step) => onErrors.has(data.steps[step].stage))
  const rare = route.steps.filter((step) => isRare(data.steps[step]))
  const own = new Set(route.steps)
  const absent = data.steps.flatMap((step, index) =>
    step.isOfContext && step.stage !== 'parse' && !own.has(index) ? [index] : []
  )
  return [
    make('h2', {}, titleOf(route)),
    make(
      'p',
      {},
      place(route.place) ?? '',
      ...route.security.flatMap((scheme) => [' ', chip(`security ${scheme}`, 'guard')])
    ),
    make('h3', {}, 'Contexts'),
    make('ol', { className: 'way-list' }, ...wayTo(route.node).map(wayItem)),
    make('h3', {}, 'Runs, in this order'),
    make('ol', { className: 'way-list' }, ...usual.map(stepItem)),
    make('h3', {}, 'Where something throws'),
    make('ol', { className: 'way-list' }, ...failing.map(stepItem)),
    folded('With a body, or when the client leaves', rare),
    boundsOf(route),
    folded('Declared elsewhere: does not run', absent)
  ]
}

/** The limits that a request of a route meets, and who reads it. */
function boundsOf({ bounds }) {
  const { rows, reading } = data.bounds[bounds]
  const items = rows.map(([name, value, from, does]) =>
    make(
      'li',
      {},
      make('strong', {}, name),
      ` ${value} `,
      make('span', { className: 'note' }, [from, does].filter(Boolean).join('; '))
    )
  )
  return make(
    'details',
    {},
    make('summary', {}, `Bounds (${rows.length})`),
    make('ul', { className: 'bounds' }, ...items),
    make('p', { className: 'hint' }, `The request is ${reading}.`)
  )
}

/** Steps that most readers do not look for. */
function folded(title, steps) {
  if (steps.length === 0) return null
  const drawn = steps.slice(0, page)
  const more =
    steps.length > drawn.length ? make('p', { className: 'hint' }, `and ${steps.length - drawn.length} more`) : null
  return make(
    'details',
    {},
    make('summary', {}, `${title} (${steps.length})`),
    make('ol', { className: 'way-list' }, ...drawn.map(stepItem)),
    more
  )
}

function wayItem(node) {
  const { name, prefix, members, place: where } = data.contexts[node]
  return make(
    'li',
    {},
    make('strong', {}, name),
    ' ',
    prefix === '' ? null : make('span', { className: 'prefix' }, prefix),
    ' ',
    place(where),
    members.length === 0 ? null : make('span', { className: 'note' }, members.join(', '))
  )
}

function stepDetail(at) {
  const step = data.steps[at]
  const routes = routesOf[at]
  return [
    make('h2', {}, labelOf(step)),
    make('p', {}, place(step.place)),
    make(
      'p',
      { className: 'hint' },
      `${step.stage}, declared in ${data.contexts[step.node].name}. It holds ${routes.length} of ${data.routes.length} routes:`
    ),
    linksTo(routes)
  ]
}

function linkTo(at) {
  const route = data.routes[at]
  const [method, ...rest] = titleOf(route).split(' ')
  const button = make(
    'button',
    { className: 'link', type: 'button' },
    make('span', { className: 'method' }, method),
    make('span', { className: 'url' }, rest.join(' ')),
    route.isGuarded ? null : chip('open', 'open')
  )
  button.addEventListener('click', () => select({ route: at }))
  return make('li', {}, button)
}

function contextDetail(node) {
  const { name, members } = data.contexts[node]
  return [
    make('h2', {}, name),
    make('h3', {}, 'Contexts'),
    make('ol', { className: 'way-list' }, ...wayTo(node).map(wayItem)),
    members.length === 0 ? null : make('h3', {}, 'Declares'),
    make('p', {}, ...members.flatMap((member) => [chip(member), ' '])),
    stepsIn[node].length === 0 ? null : make('h3', {}, 'Runs for every route in it'),
    make('ol', { className: 'way-list' }, ...stepsIn[node].map(stepItem))
  ]
}

function detail() {
  const { selected } = state
  const parts =
    selected === null
      ? [
          make(
            'p',
            { className: 'hint' },
            'Choose a route to see its way through the contexts and all that runs for it. Choose a hook or a guard to see which routes it holds.'
          )
        ]
      : selected.route !== undefined
        ? routeDetail(selected.route)
        : selected.step !== undefined
          ? stepDetail(selected.step)
          : contextDetail(selected.node)
  byId('detail').replaceChildren(...parts.filter((part) => part !== null))
  byId('detail').scrollTop = 0
  // On a phone it stands below the tree.
  if (selected !== null && matchMedia('(max-width: 50rem)').matches) byId('detail').scrollIntoView()
}

/** A change with its routes, which are links. */
function changeItem(change) {
  const { does, stage, routes } = change
  const count = `${routes.length} ${routes.length === 1 ? 'route' : 'routes'}`
  const at = [...new Set(routes.map((title) => routeAt.get(title)))]
  return make(
    'li',
    { className: does },
    make(
      'details',
      { open: at.length <= 5 },
      make(
        'summary',
        {},
        make('strong', {}, `${signs[does]} ${labelOf(change)}`),
        ` ${does === 'moves' ? 'is in another place of' : does === 'adds' ? 'now runs for' : 'no longer runs for'} ${count} `,
        make('span', { className: 'place' }, stage)
      ),
      linksTo(at)
    )
  )
}

function linksTo(routes) {
  const list = make('ul', {}, ...routes.slice(0, 500).map(linkTo))
  if (routes.length > 500) list.append(make('li', { className: 'hint' }, `and ${routes.length - 500} more`))
  return list
}

function drawChanges() {
  const { diff } = data
  if (diff === null) return
  const added = data.routes.flatMap(({ isNew }, at) => (isNew ? [at] : []))
  const sections = [
    ...diff.changes.slice(0, page).map(changeItem),
    ...(added.length === 0 ? [] : [groupItem('adds', `+ ${added.length} new`, linksTo(added))]),
    ...(diff.removed.length === 0
      ? []
      : [
          groupItem(
            'removes',
            `− ${diff.removed.length} gone`,
            make('ul', {}, ...diff.removed.slice(0, 500).map((title) => make('li', { className: 'url' }, title)))
          )
        ])
  ]
  byId('changes').replaceChildren(
    make('h2', {}, sections.length === 0 ? 'No route differs' : 'What changed'),
    make('ul', {}, ...sections)
  )
  byId('changes').hidden = false
}

const groupItem = (className, title, list) =>
  make('li', { className }, make('details', {}, make('summary', {}, make('strong', {}, title)), list))
