import { espalier, httpError, Type } from 'espalier'

const titles = new Map([[1, 'Emma']])

function findTitle(id: number): string {
  const title = titles.get(id)
  if (id === 0) throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  if (title === undefined) throw httpError(404, 'BOOK_UNKNOWN', `There is no book ${id}.`)
  return title
}

export const createApp = () =>
  espalier().get('/books/:id', { schema: { params: { id: Type.Integer() } } }, ({ params }) => ({
    title: findTitle(params.id)
  }))
