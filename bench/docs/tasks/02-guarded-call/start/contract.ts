import { endpoints, Type } from 'espalier/contract'

const Note = Type.Object({ id: Type.Integer(), text: Type.String() })

export const notes = endpoints(
  '/notes',
  {},
  {
    list: ['GET /', { response: { 200: Type.Array(Note) } }]
  }
)
