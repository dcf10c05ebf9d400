import { cellOf } from './cell.ts'

export interface CsvOptions<Row> {
  /** The columns in order: names of properties, or an object of functions `(row) => cell` by heading. */
  readonly columns: readonly (keyof Row & string)[] | Readonly<Record<string, (row: Row) => unknown>>
  /** The separator of cells. Default: a comma. */
  readonly separator?: ',' | ';' | '\t'
  /** `true` starts with a byte order mark, so that Excel recognizes UTF-8. Default: false. */
  readonly bom?: boolean
  /** `'escape'` puts `'` before a text that a spreadsheet would run as a formula; `'keep'` does not. Default: `'escape'`. */
  readonly formulas?: 'escape' | 'keep'
}

/**
 * Yields the lines of a table as CSV (RFC 4180): its headings, then a line for each row, as fast as the client reads. The headings are sent with the
 * first row. If `rows` fails before the first row, the response is a 500.
 *
 * @param rows a list, or an iterable such as an async generator
 * @example
 * const app = espalier()
 * app.get('/books', (_request, reply) => reply.type('text/csv').send(csv([{ title: '=1' }], { columns: ['title'] })))
 * (await app.inject('/books')).body.split('\r\n')[1] // `"'=1"`
 */
export async function* csv<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  { columns, separator = ',', bom = false, formulas = 'escape' }: CsvOptions<Row>
): AsyncGenerator<string, void, undefined> {
  const cells: readonly (readonly [heading: string, cell: (row: Row) => unknown])[] = isList(columns)
    ? columns.map((name) => [name, (row: Row) => row[name]])
    : Object.entries(columns)
  const toLine = (values: readonly unknown[]) => `${values.map((one) => cellOf(one, formulas)).join(separator)}\r\n`
  let heading = `${bom ? '\uFEFF' : ''}${toLine(cells.map(([name]) => name))}`
  for await (const row of rows) {
    yield heading + toLine(cells.map(([, cell]) => cell(row)))
    heading = ''
  }
  if (heading !== '') yield heading
}

const isList = <Name>(columns: readonly Name[] | object): columns is readonly Name[] => Array.isArray(columns)
