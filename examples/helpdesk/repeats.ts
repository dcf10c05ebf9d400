/** Requests that are sent again, because their answer was lost: by the header Idempotency-Key each is done once. */
import { idempotency, postgresStore } from '@espalier/kit/idempotency'
import { shared } from 'espalier'
import type { Account } from './accounts.ts'
import { database } from './database.ts'
import { identity } from './identity.ts'

export const repeats = shared({
  name: 'repeats',
  needs: [database, identity],
  setup: (app) => {
    const store = postgresStore(app.db)
    return (
      app
        .register(idempotency({ store, scope: ({ account }: { account: Account }) => `${account.id}` }))
        /** The transaction in which the handler of a route with a key writes. It commits together with the answer. */
        .decorate('transactionOf', (request: object) => store.transaction(request))
    )
  }
})
