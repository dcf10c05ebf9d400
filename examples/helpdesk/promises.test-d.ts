// What the parts of the help desk promise each other. `npx tsd --files 'examples/**/*.test-d.ts'` compares it with what they are.
import type { AnswersOf, EndpointInput, GivesOf, NeedsOf, RefusalOf } from 'espalier'
import { espalier } from 'espalier'
import { expectAssignable, expectNever, expectNotAssignable, expectType } from 'tsd'
import type { Member } from './accounts.ts'
import type { tickets } from './endpoints.ts'
import type { memberRoutes, tenancy } from './tenancy.ts'

// Tenancy gives requests their member, and the app nothing.
expectType<{ params: { org: string }; member: Member }>({} as GivesOf<typeof tenancy, 'request'>)
expectNever({} as keyof GivesOf<typeof tenancy, 'app'>)

// Routes of members stand where that member is known, and nowhere else.
expectType<Member>({} as NeedsOf<typeof memberRoutes, 'request'>['member'])
const bare = espalier()
expectType<'this context lacks the plugins "account-service", "identity": register them first'>(
  {} as RefusalOf<typeof bare, typeof tenancy>
)
expectAssignable<RefusalOf<typeof bare, typeof memberRoutes>>(
  'this context lacks the plugin "tenancy": register it first'
)

// Whoever opens a ticket says what it is about, and is answered with the ticket.
expectType<string>({} as EndpointInput<typeof tickets.open>['body']['title'])
expectType<number>({} as AnswersOf<typeof tickets.open>[201]['id'])
expectNotAssignable<{ 200: unknown }>({} as AnswersOf<typeof tickets.open>)
