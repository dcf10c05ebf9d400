// Requests without a socket.
import { endpoint, espalier, type InjectResponse } from 'espalier'
import { expectType } from 'tsd'

const app = espalier()

expectType<InjectResponse>(await app.inject('/'))
const response = await app.inject({
  method: 'POST',
  url: '/',
  payload: { a: 1 },
  headers: { a: 'b' },
  query: { c: ['d'] }
})
expectType<number>(response.statusCode)
expectType<string>(response.body)
expectType<unknown>(response.json())
expectType<{ a: number }>(response.json<{ a: number }>())
expectType<Buffer>(response.rawPayload)
app.inject({ url: '/' }, (error, answer) => {
  expectType<Error | undefined>(error)
  expectType<InjectResponse | undefined>(answer)
})
expectType<InjectResponse>(await app.inject().get('/').headers({ a: 'b' }).query({ c: 'd' }).end())
// @ts-expect-error a callback is not for endpoints
app.inject(endpoint('GET /'), (error: unknown) => error)
// @ts-expect-error no such option
app.inject({ methd: 'GET', url: '/' })
// @ts-expect-error a status is a number
response.statusCode.length
