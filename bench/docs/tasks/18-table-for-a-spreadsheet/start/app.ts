import { espalier } from 'espalier'

export interface Book {
  id: number
  title: string
}

export const createApp = (readBooks: () => AsyncIterable<Book>) =>
  espalier().get('/books.csv', async () => {
    const books: Book[] = []
    for await (const book of readBooks()) books.push(book)
    return books
  })
