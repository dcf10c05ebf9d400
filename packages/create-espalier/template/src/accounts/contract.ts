// with login
/** The operations on accounts and sessions. */
import { endpoints, Type } from 'espalier/contract'
import { Problem } from '../notes/contract.ts'

const Credentials = Type.Object({
  name: Type.String({ pattern: '^[a-z0-9_-]{1,30}$' }),
  password: Type.String({ minLength: 8, maxLength: 200 })
})
const Account = Type.Object({ name: Type.String() }, { $id: 'Account' })
const response = { '4xx': Type.Ref(Problem), '5xx': Type.Ref(Problem) }

/** For everybody. */
export const doors = endpoints(
  '/api',
  { tags: ['accounts'], response },
  {
    signUp: ['POST /accounts', { body: Credentials, response: { 201: Type.Ref(Account) } }],
    logIn: ['POST /session', { body: Credentials, response: { 201: Type.Ref(Account) } }],
    logOut: ['DELETE /session', { response: { 204: Type.Null() } }]
  }
)

/** For those who have logged in. */
export const accounts = endpoints(
  '/api',
  { tags: ['accounts'], response },
  { whoAmI: ['GET /session', { response: { 200: Type.Ref(Account) } }] }
)
// end
