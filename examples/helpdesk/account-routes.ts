/** An account, and the organizations that it belongs to. */
import { plugin } from 'espalier'
import { accountService } from './accounts.ts'
import { accounts } from './endpoints.ts'
import { identity } from './identity.ts'
import { repeats } from './repeats.ts'

export const accountRoutes = plugin({
  name: 'account-routes',
  needs: [accountService, identity, repeats],
  setup: (app) => {
    app.route(accounts.whoAmI, async ({ account }) => ({
      name: account.name,
      orgs: await app.accounts.orgsOf(account)
    }))
    app.route(accounts.found, (request) =>
      app.accounts.found(request.body, request.account, app.transactionOf(request))
    )
  }
})
