import { endpoints, Type } from 'espalier/contract'

const Note = Type.Object({ id: Type.Integer(), text: Type.String() })

export const notes = endpoints(
  '/notes',
  {},
  {
    list: ['GET /', { response: { 200: Type.Array(Note) } }],
    remove: [
      'DELETE /:id',
      {
        params: { id: Type.Integer() },
        response: { 204: Type.Null(), 401: { message: Type.String() }, 404: { message: Type.String() } }
      }
    ]
  }
)
