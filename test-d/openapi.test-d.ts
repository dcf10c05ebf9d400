// The arguments of `openapi`, the option `patch`, and that a documented hook keeps its type.
import { mergePatch } from '@espalier/openapi-import/patch'
import { espalier, type Guard, guard } from 'espalier'
import { documented, type OpenApiDocument, type OpenApiOptions, openapi } from 'espalier/openapi'
import { expectAssignable, expectType } from 'tsd'

const info = { title: 'Books', version: '1.0.0' }
const app = espalier()
expectType<OpenApiDocument>(openapi(app, { info }))
expectAssignable<Parameters<typeof openapi>[1]>({
  info,
  version: '3.2',
  servers: [{ url: '/' }],
  tags: [{ name: 'a' }]
})

// Contexts stand for their applications, whatever they hold.
app.decorate('db', 1).register(async (context) => void openapi(context, { info }))

// @ts-expect-error a document needs its info
openapi(app)
// @ts-expect-error a document needs its info
openapi(app, {})
// @ts-expect-error an info needs its version
openapi(app, { info: { title: 'Books' } })
// @ts-expect-error the versions are 3.1 and 3.2
openapi(app, { info, version: '3.0' })
// @ts-expect-error the option is servers
openapi(app, { info, server: [] })
// @ts-expect-error bearer is a scheme of the type http
openapi(app, { info, securitySchemes: { token: { type: 'bearer' } } })

// A patch is a function of the document: one by hand, or one made from a merge patch.
const patch = mergePatch({ info: { title: 'Books' }, paths: { '/books': { get: { description: undefined } } } })
expectType<NonNullable<OpenApiOptions['patch']>>(patch)
expectType<OpenApiDocument>(openapi(app, { info, patch }))
openapi(app, { info, patch: (document) => ({ ...document, info: { ...document.info, summary: 'All books' } }) })
openapi(app, {
  info,
  patch: (document, leaveOut) => {
    expectType<OpenApiDocument>(document)
    leaveOut('webhooks')
    return document
  }
})

// @ts-expect-error a merge patch is an object
mergePatch('/books')
// @ts-expect-error a merge patch is required
mergePatch()
// @ts-expect-error changes become a patch by mergePatch()
openapi(app, { info, patch: { info: { title: 'Books' } } })
// @ts-expect-error a patch returns the document
openapi(app, { info, patch: () => undefined })
// @ts-expect-error leaveOut takes a sentence
openapi(app, { info, patch: (document, leaveOut) => leaveOut(404) ?? document })

const session = { type: 'apiKey', in: 'cookie', name: 'sid' } as const
const requireUser = documented(
  guard(async () => ({ user: 'ada' })),
  { schemes: { session }, errors: [401] }
)
expectAssignable<Guard<never, { user: string }>>(requireUser)
app.get('/', { onRequest: requireUser }, ({ user }) => expectType<string>(user))
// @ts-expect-error no guard of this route promises a user
app.get('/open', (request) => request.user)

// A function for `derive` keeps what it returns, and a hook its parameters.
app
  .derive(
    'onRequest',
    documented(async () => ({ member: 1 }), { errors: [404] })
  )
  .get('/member', ({ member }) => expectType<number>(member))
const derived = app.derive(
  'onRequest',
  documented(async ({ headers }) => ({ agent: headers['user-agent'] }), { errors: [401] })
)
derived.get('/agent', ({ agent }) => expectType<string | undefined>(agent))
const hook = async (request: { url: string }) => void request.url
expectType<typeof hook>(documented(hook, {}))

// @ts-expect-error a text is no hook
documented('hook', {})
// @ts-expect-error nothing is said of the hook
documented(hook)
// @ts-expect-error a status is a number
documented(hook, { errors: ['401'] })
// @ts-expect-error a key stands somewhere, under a name
documented(hook, { schemes: { session: { type: 'apiKey' } } })
// @ts-expect-error the member is errors
documented(hook, { statuses: [401] })
