import { espalier, Type } from 'espalier'

export const createApp = () =>
  espalier().get(
    '/hello/:name',
    {
      schema: {
        params: { name: Type.String({ maxLength: 12 }) },
        response: { 200: { greeting: Type.String() } }
      }
    },
    ({ params }) => ({ greeting: `Hello, ${params.name}!` })
  )
