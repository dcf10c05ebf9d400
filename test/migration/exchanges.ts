/** A request of a client, and the response that both frameworks must send, byte for byte. */
export interface Exchange {
  what: string
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
  status: number
  /** `undefined` for a header that the response must not have. */
  expected?: Record<string, string | undefined>
  answer: string | Buffer
}

const json = 'application/json; charset=utf-8'
const ada = { authorization: 'Bearer token-ada' }
const bob = { authorization: 'Bearer token-bob' }
const sending = (type: string): Record<string, string> => ({ 'content-type': type })

const readable = (...urls: string[]): string[] => urls.flatMap((url) => [`GET ${url}`, `HEAD ${url}`])

/** Later exchanges depend on the data of earlier ones. */
export const exchanges: Exchange[] = [
  {
    what: 'an unknown token is refused by a hook, and the later hooks still sign the answer',
    path: '/books',
    headers: { authorization: 'Bearer nobody', 'x-request-id': 'asked-1' },
    status: 401,
    expected: {
      'www-authenticate': 'Bearer',
      'x-served-by': 'the library to a visitor',
      'content-type': json,
      'x-request-id': undefined
    },
    answer: '{"problem":"identity","message":"unknown token"}'
  },
  {
    what: 'a query that breaks its schema lists every fault',
    path: '/books?page=0&length=x',
    status: 422,
    expected: { 'cache-control': undefined },
    answer: '{"problem":"validation","where":"querystring","details":["/page must be >= 1","/length must be integer"]}'
  },
  {
    what: 'a parameter is checked against a definition of a shared schema',
    path: '/books/12',
    status: 422,
    answer: '{"problem":"validation","where":"params","details":["/isbn must match pattern \\"^[0-9]{3}$\\""]}'
  },
  {
    what: 'a missing book is filtered by the schema of its status',
    path: '/books/999',
    status: 404,
    answer: '{"problem":"book","message":"no 999"}'
  },
  {
    what: 'an error of a callback reaches the error handler without its text',
    path: '/books/666',
    status: 500,
    answer: '{"problem":"Error","message":"something broke"}'
  },
  {
    what: 'a body is refused before the guard of the route runs',
    method: 'POST',
    path: '/books',
    headers: sending('application/json'),
    body: '{"isbn":"0x1","authors":[{"born":"late"}]}',
    status: 422,
    answer:
      '{"problem":"validation","where":"body","details":["/ must have required property \'title\'",' +
      '"/isbn must match pattern \\"^[0-9]{3}$\\"","/authors/0 must have required property \'name\'",' +
      '"/authors/0/born must be integer"]}'
  },
  {
    what: 'a reader may not add books',
    method: 'POST',
    path: '/books',
    headers: { ...sending('application/json'), ...bob, 'x-request-id': 'asked-2' },
    body: '{"isbn":"004","title":"Emma"}',
    status: 403,
    expected: { 'x-refused': 'asked-2', 'x-request-id': 'asked-2', 'x-served-by': 'the library to reader' },
    answer: '{"problem":"Error","message":"POST /books is for librarians"}'
  },
  {
    what: 'a book that is there already is a conflict with its code',
    method: 'POST',
    path: '/books',
    headers: { ...sending('application/json'), ...ada },
    body: '{"isbn":"001","title":"Walden"}',
    status: 409,
    answer: '{"problem":"LIBRARY_DUPLICATE","message":"book 001 is already here"}'
  },
  {
    what: 'a body over the limit is refused',
    method: 'POST',
    path: '/books',
    headers: sending('application/json'),
    body: JSON.stringify({ title: 'x'.repeat(2048) }),
    status: 413,
    answer: '{"problem":"FST_ERR_CTP_BODY_TOO_LARGE","message":"Request body is too large"}'
  },
  {
    what: 'broken JSON is refused with its code',
    method: 'POST',
    path: '/books',
    headers: sending('application/json'),
    body: '{"isbn":',
    status: 400,
    answer:
      '{"problem":"FST_ERR_CTP_INVALID_JSON_BODY","message":"Body is not valid JSON but content-type is set to \'application/json\'"}'
  },
  {
    what: 'a media type that nobody reads is refused',
    method: 'POST',
    path: '/books',
    headers: sending('application/xml'),
    body: '<book/>',
    status: 415,
    answer: '{"problem":"FST_ERR_CTP_INVALID_MEDIA_TYPE","message":"Unsupported Media Type"}'
  },
  {
    what: 'a parser of the application refuses its body',
    method: 'POST',
    path: '/books',
    headers: { ...sending('text/csv'), ...ada },
    body: '004',
    status: 400,
    answer: '{"problem":"Error","message":"a line of CSV is isbn,title,pages"}'
  },
  {
    what: 'CSV is read by its own parser, coerced, completed and stored',
    method: 'POST',
    path: '/books',
    headers: { ...sending('text/csv'), ...ada },
    body: '004,Emma,474\n',
    status: 201,
    expected: { location: '/books/004', 'content-type': json, 'x-served-by': 'the library to librarian' },
    answer: '{"isbn":"004","title":"Emma","pages":474}'
  },
  {
    what: 'a dialect of JSON is found by its pattern, and what the schema does not know is removed',
    method: 'POST',
    path: '/books',
    headers: { ...sending('application/vnd.library+json; v=2'), ...ada },
    body: '{"isbn":"005","title":"Ivanhoe","secret":1}',
    status: 201,
    answer: '{"isbn":"005","title":"Ivanhoe","pages":100}'
  },
  {
    what: 'a draft reaches its handler although it is not valid',
    method: 'POST',
    path: '/books/draft',
    headers: sending('application/json'),
    body: '{"title":"Untitled"}',
    status: 200,
    answer: '{"complete":false,"draft":{"title":"Untitled","pages":100}}'
  },
  {
    what: 'a page of books is filtered, and cached because its route says so',
    path: '/books/?page=1',
    status: 200,
    expected: { 'cache-control': 'public, max-age=60', 'x-length': '2', 'content-length': '201', 'content-type': json },
    answer:
      '[{"isbn":"001","title":"Walden","pages":352,"authors":[{"name":"Thoreau","born":1817}],"published":"1854-08-09"},' +
      '{"isbn":"002","title":"Émile","pages":500,"authors":[{"name":"Rousseau","born":1712}]}]'
  },
  {
    what: 'HEAD has the headers of GET and no body',
    method: 'HEAD',
    path: '/books?page=1',
    status: 200,
    expected: { 'cache-control': 'public, max-age=60', 'content-length': '201', 'content-type': json },
    answer: ''
  },
  {
    what: 'one book is found by a decoded parameter',
    path: '/books/%30%30%33',
    status: 200,
    answer: '{"isbn":"003","title":"Candide","pages":144,"authors":[]}'
  },
  {
    what: 'bytes are sent as they are',
    path: '/books/001/cover',
    status: 200,
    expected: { 'content-type': 'image/gif', 'content-length': '24' },
    answer: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')
  },
  {
    what: 'a handler that finds nothing falls to the not-found handler of its prefix',
    path: '/books/002/cover',
    status: 404,
    expected: { 'content-type': 'text/plain', 'x-lost': undefined },
    answer: 'The catalogue has no page /books/002/cover'
  },
  {
    what: 'an unknown page of the catalogue is answered by the same handler',
    path: '/books/001/pages/7?x=1',
    status: 404,
    answer: 'The catalogue has no page /books/001/pages/7?x=1'
  },
  {
    what: 'an unknown page elsewhere is answered by the handler of the application, after its own hook',
    method: 'PATCH',
    path: '/nowhere',
    status: 404,
    expected: { 'x-lost': 'yes', 'x-served-by': 'the library to a visitor' },
    answer: '{"problem":"lost","message":"PATCH /nowhere is not on any shelf"}'
  },
  {
    what: 'a path that cannot be decoded is refused',
    path: '/books/%zz',
    status: 400,
    answer: `{"problem":"FST_ERR_BAD_URL","message":"'/books/%zz' is not a valid url component"}`
  },
  {
    what: 'the home page redirects',
    path: '/',
    status: 302,
    expected: { location: '/books?page=1', 'content-length': '0' },
    answer: ''
  },
  {
    what: 'the old home page has moved for good',
    path: '/old-home/',
    status: 301,
    expected: { location: '/' },
    answer: ''
  },
  {
    what: 'a loan needs a header within its bounds',
    method: 'POST',
    path: '/loans',
    headers: { ...sending('application/json'), 'x-days': '29' },
    body: '{"reader":"ada","isbn":"001"}',
    status: 422,
    answer: '{"problem":"validation","where":"headers","details":["/x-days must be <= 28"]}'
  },
  {
    what: 'an error that is sent keeps the status that was set, unless it is made one of the server',
    method: 'POST',
    path: '/loans',
    headers: sending('application/json'),
    body: '{"reader":"ada","isbn":"777"}',
    status: 500,
    answer: '{"problem":"Error","message":"something broke"}'
  },
  {
    what: 'a hook tidies the body before it is validated, and another wraps the answer',
    method: 'POST',
    path: '/loans',
    headers: { ...sending('application/json'), 'x-days': '7' },
    body: '{"reader":"   ada lovel   ","isbn":"001"}',
    status: 201,
    answer: '{"loan":{"reader":"ada lovel","isbn":"001","days":7}}'
  },
  {
    what: 'the default of a header is its number',
    method: 'POST',
    path: '/loans',
    headers: sending('application/json'),
    body: '{"reader":"bob","isbn":"002"}',
    status: 201,
    answer: '{"loan":{"reader":"bob","isbn":"002","days":14}}'
  },
  {
    what: 'a route without a version answers a request without one',
    path: '/loans',
    status: 200,
    answer: '{"loans":[{"reader":"ada lovel","isbn":"001","days":7},{"reader":"bob","isbn":"002","days":14}]}'
  },
  {
    what: 'a route is chosen by the version that the client accepts',
    path: '/loans',
    headers: { 'accept-version': '2.x' },
    status: 200,
    answer: '{"version":2,"count":2}'
  },
  {
    what: 'an error thrown by a handler that is not async is handled',
    method: 'DELETE',
    path: '/loans/carol',
    status: 404,
    answer: '{"problem":"RangeError","message":"no such loan"}'
  },
  {
    what: 'no content is sent without a body, length or type',
    method: 'DELETE',
    path: '/loans/bob',
    status: 204,
    expected: { 'content-length': undefined, 'content-type': undefined },
    answer: ''
  },
  {
    what: 'a raw upload is counted by its parser and answered by a serializer of the reply',
    method: 'PUT',
    path: '/loans/weighed',
    headers: sending('application/octet-stream'),
    body: 'x'.repeat(5000),
    status: 200,
    expected: { 'content-type': 'text/x-weight', 'content-length': '11' },
    answer: 'weight=5000'
  },
  {
    what: 'a file is streamed',
    path: '/files/rules',
    status: 200,
    expected: {
      'content-type': 'text/plain; charset=utf-8',
      'transfer-encoding': 'chunked',
      'content-length': undefined
    },
    answer: 'Be quiet.\nBring books back.\nZürich lends too.\n'
  },
  {
    what: 'a stream that fails before its first byte is handled as an error',
    path: '/files/missing',
    status: 500,
    answer: '{"problem":"ENOENT","message":"something broke"}'
  },
  {
    what: 'a stream of strings is answered by an async handler',
    path: '/files/catalogue.csv',
    status: 200,
    expected: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="catalogue.csv"' },
    answer: '001,Walden\n002,Émile\n003,Candide\n004,Emma\n005,Ivanhoe\n'
  },
  {
    what: 'a hook of the route changes what is sent, and its length',
    path: '/files/shout',
    status: 200,
    expected: { 'content-length': '10', 'content-type': 'text/plain; charset=utf-8' },
    answer: 'KEEP QUIET'
  },
  {
    what: 'a hijacked reply is the business of its handler',
    path: '/files/raw',
    status: 200,
    expected: { 'content-type': 'text/plain', 'x-served-by': undefined },
    answer: 'by hand'
  },
  {
    what: 'a prefix is guarded by its hook',
    path: '/admin/small',
    headers: bob,
    status: 403,
    answer: '{"problem":"Error","message":"GET /admin/small is for librarians"}'
  },
  {
    what: 'an error handler of a prefix answers what it knows',
    path: '/admin/small',
    headers: ada,
    status: 418,
    answer: '{"admin":"a small trouble"}'
  },
  {
    what: 'an error handler passes the rest to the one above it',
    path: '/admin/big',
    headers: ada,
    status: 500,
    answer: '{"problem":"Error","message":"something broke"}'
  },
  {
    what: 'a rejected promise goes the same way',
    path: '/admin/async',
    headers: ada,
    status: 410,
    answer: '{"problem":"Error","message":"told by promise"}'
  },
  {
    what: 'a not-found handler of a prefix is guarded by the hooks of its prefix',
    path: '/admin/attic',
    headers: ada,
    status: 404,
    expected: { 'content-type': json, 'x-lost': undefined },
    answer: '{"problem":"admin","message":"no desk at /admin/attic"}'
  },
  {
    what: 'a handler is called on the context that declared it, below both prefixes',
    path: '/admin/desk/whoami',
    headers: ada,
    status: 200,
    answer: '{"role":"librarian","house":"the library","prefix":"/admin/desk","url":"/admin/desk/whoami","same":true}'
  },
  {
    what: 'one route answers every method, and a single value becomes the list its schema asks for',
    method: 'PUT',
    path: '/admin/echo?tag=a',
    headers: { ...ada, ...sending('text/plain') },
    body: 'plain ü',
    status: 200,
    answer: '{"method":"PUT","tag":["a"],"body":"plain ü"}'
  },
  {
    what: 'the hook saw every route as it was declared',
    path: '/routes',
    status: 200,
    expected: { 'content-type': 'text/plain; charset=utf-8' },
    answer: [
      ...readable('/', '/old-home', '/routes', '/books', '/books/:isbn'),
      'POST /books',
      'POST /books/draft',
      ...readable('/books/:isbn/cover'),
      'POST /loans',
      ...readable('/loans', '/loans'),
      'DELETE /loans/:reader',
      'PUT /loans/weighed',
      ...readable('/files/rules', '/files/missing', '/files/catalogue.csv', '/files/shout', '/files/raw'),
      ...readable('/admin/small', '/admin/big', '/admin/async'),
      'GET,HEAD,TRACE,DELETE,OPTIONS,PATCH,PUT,POST,QUERY /admin/echo',
      ...readable('/admin/desk/whoami')
    ].join('\n')
  }
]
