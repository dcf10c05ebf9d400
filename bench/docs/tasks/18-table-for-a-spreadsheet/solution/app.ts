import { csv } from '@espalier/kit'
import { espalier } from 'espalier'

export interface Book {
  id: number
  title: string
}

export const createApp = (readBooks: () => AsyncIterable<Book>) =>
  espalier().get('/books.csv', (_request, reply) =>
    reply.type('text/csv').send(csv(readBooks(), { columns: ['id', 'title'] }))
  )
