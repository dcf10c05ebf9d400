// Resources of plugins: what `make` returns is what the plugin gets, and what is disposed.
import { espalier, keep, shared } from 'espalier'
import { expectType } from 'tsd'

interface Pool {
  end(): Promise<void>
}
declare function connect(url: string): Promise<Pool>

const database = shared({
  name: 'database',
  setup: async (app, { url }: { url: string }) => {
    const pool = await keep(
      app,
      `database ${url}`,
      () => connect(url),
      (made) => made.end()
    )
    expectType<Pool>(pool)
    return app.decorate('pool', pool)
  }
})

const app = espalier().register(database, { url: 'postgres://' })
app.get('/', function () {
  expectType<Pool>(this.pool)
  return null
})

expectType<Promise<Map<string, number>>>(keep(app, 'counts', () => new Map<string, number>()))

void keep(
  app,
  'pool',
  () => connect(''),
  // @ts-expect-error a pool is disposed by its own members
  (made) => made.close()
)
// @ts-expect-error only a context has an end
void keep({}, 'pool', () => connect(''))
