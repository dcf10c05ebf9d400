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
    what: 'a hook rejects an unknown token, and later hooks still set their header',
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
    what: 'the error of an invalid query lists every fault',
    path: '/books?page=0&length=x',
    status: 422,
    expected: { 'cache-control': undefined },
    answer: '{"problem":"validation","where":"querystring","details":["/page must be >= 1","/length must be integer"]}'
  },
  {
    what: 'a parameter is validated by a definition of a shared schema',
    path: '/books/12',
    status: 422,
    answer: '{"problem":"validation","where":"params","details":["/isbn must match pattern \\"^[0-9]{3}$\\""]}'
  },
  {
    what: 'the 404 of a missing book is serialized by the schema of its status',
    path: '/books/999',
    status: 404,
    answer: '{"problem":"book","message":"no 999"}'
  },
  {
    what: 'an error of a callback is a 500 without its message',
    path: '/books/666',
    status: 500,
    answer: '{"problem":"Error","message":"something broke"}'
  },
  {
    what: 'an invalid body is rejected before the guard of the route runs',
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
    what: 'a reader cannot add books',
    method: 'POST',
    path: '/books',
    headers: { ...sending('application/json'), ...bob, 'x-request-id': 'asked-2' },
    body: '{"isbn":"004","title":"Emma"}',
    status: 403,
    expected: { 'x-refused': 'asked-2', 'x-request-id': 'asked-2', 'x-served-by': 'the library to reader' },
    answer: '{"problem":"Error","message":"POST /books is for librarians"}'
  },
  {
    what: 'a duplicate book is a 409 with its code',
    method: 'POST',
    path: '/books',
    headers: { ...sending('application/json'), ...ada },
    body: '{"isbn":"001","title":"Walden"}',
    status: 409,
    answer: '{"problem":"LIBRARY_DUPLICATE","message":"book 001 is already here"}'
  },
  {
    what: 'a body over the limit is a 413',
    method: 'POST',
    path: '/books',
    headers: sending('application/json'),
    body: JSON.stringify({ title: 'x'.repeat(2048) }),
    status: 413,
    answer: '{"problem":"FST_ERR_CTP_BODY_TOO_LARGE","message":"Request body is too large"}'
  },
  {
    what: 'broken JSON is a 400 with its code',
    method: 'POST',
    path: '/books',
    headers: sending('application/json'),
    body: '{"isbn":',
    status: 400,
    answer:
      '{"problem":"FST_ERR_CTP_INVALID_JSON_BODY","message":"Body is not valid JSON but content-type is set to \'application/json\'"}'
  },
  {
    what: 'an unsupported media type is a 415',
    method: 'POST',
    path: '/books',
    headers: sending('application/xml'),
    body: '<book/>',
    status: 415,
    answer: '{"problem":"FST_ERR_CTP_INVALID_MEDIA_TYPE","message":"Unsupported Media Type"}'
  },
  {
    what: 'a content type parser of the application rejects its body',
    method: 'POST',
    path: '/books',
    headers: { ...sending('text/csv'), ...ada },
    body: '004',
    status: 400,
    answer: '{"problem":"Error","message":"a line of CSV is isbn,title,pages"}'
  },
  {
    what: 'CSV is parsed by its own parser, coerced and stored',
    method: 'POST',
    path: '/books',
    headers: { ...sending('text/csv'), ...ada },
    body: '004,Emma,474\n',
    status: 201,
    expected: { location: '/books/004', 'content-type': json, 'x-served-by': 'the library to librarian' },
    answer: '{"isbn":"004","title":"Emma","pages":474}'
  },
  {
    what: 'a JSON media type is matched by a pattern, and unknown members are removed',
    method: 'POST',
    path: '/books',
    headers: { ...sending('application/vnd.library+json; v=2'), ...ada },
    body: '{"isbn":"005","title":"Ivanhoe","secret":1}',
    status: 201,
    answer: '{"isbn":"005","title":"Ivanhoe","pages":100}'
  },
  {
    what: 'an invalid draft reaches its handler with attachValidation',
    method: 'POST',
    path: '/books/draft',
    headers: sending('application/json'),
    body: '{"title":"Untitled"}',
    status: 200,
    answer: '{"complete":false,"draft":{"title":"Untitled","pages":100}}'
  },
  {
    what: 'a page of books is serialized by its schema, and cached by the config of its route',
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
    what: 'a buffer is sent unchanged',
    path: '/books/001/cover',
    status: 200,
    expected: { 'content-type': 'image/gif', 'content-length': '24' },
    answer: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')
  },
  {
    what: 'callNotFound in a handler calls the not-found handler of its prefix',
    path: '/books/002/cover',
    status: 404,
    expected: { 'content-type': 'text/plain', 'x-lost': undefined },
    answer: 'The catalogue has no page /books/002/cover'
  },
  {
    what: 'an unknown path below the prefix gets the same not-found handler',
    path: '/books/001/pages/7?x=1',
    status: 404,
    answer: 'The catalogue has no page /books/001/pages/7?x=1'
  },
  {
    what: 'an unknown path elsewhere gets the not-found handler of the root after its preHandler hook',
    method: 'PATCH',
    path: '/nowhere',
    status: 404,
    expected: { 'x-lost': 'yes', 'x-served-by': 'the library to a visitor' },
    answer: '{"problem":"lost","message":"PATCH /nowhere is not on any shelf"}'
  },
  {
    what: 'a path that cannot be decoded is a 400',
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
    what: 'the old home page redirects permanently',
    path: '/old-home/',
    status: 301,
    expected: { location: '/' },
    answer: ''
  },
  {
    what: 'a header outside its bounds is a 422',
    method: 'POST',
    path: '/loans',
    headers: { ...sending('application/json'), 'x-days': '29' },
    body: '{"reader":"ada","isbn":"001"}',
    status: 422,
    answer: '{"problem":"validation","where":"headers","details":["/x-days must be <= 28"]}'
  },
  {
    what: 'an error that is sent without a status is a 500, and its message is hidden',
    method: 'POST',
    path: '/loans',
    headers: sending('application/json'),
    body: '{"reader":"ada","isbn":"777"}',
    status: 500,
    answer: '{"problem":"Error","message":"something broke"}'
  },
  {
    what: 'a preValidation hook changes the body, and a preSerialization hook wraps the payload',
    method: 'POST',
    path: '/loans',
    headers: { ...sending('application/json'), 'x-days': '7' },
    body: '{"reader":"   ada lovel   ","isbn":"001"}',
    status: 201,
    answer: '{"loan":{"reader":"ada lovel","isbn":"001","days":7}}'
  },
  {
    what: 'the default of a header is a number',
    method: 'POST',
    path: '/loans',
    headers: sending('application/json'),
    body: '{"reader":"bob","isbn":"002"}',
    status: 201,
    answer: '{"loan":{"reader":"bob","isbn":"002","days":14}}'
  },
  {
    what: 'a request without a version matches the route without a version',
    path: '/loans',
    status: 200,
    answer: '{"loans":[{"reader":"ada lovel","isbn":"001","days":7},{"reader":"bob","isbn":"002","days":14}]}'
  },
  {
    what: 'a route is matched by Accept-Version',
    path: '/loans',
    headers: { 'accept-version': '2.x' },
    status: 200,
    answer: '{"version":2,"count":2}'
  },
  {
    what: 'an error thrown by a synchronous handler is handled',
    method: 'DELETE',
    path: '/loans/carol',
    status: 404,
    answer: '{"problem":"RangeError","message":"no such loan"}'
  },
  {
    what: 'a 204 has no body, Content-Length or Content-Type',
    method: 'DELETE',
    path: '/loans/bob',
    status: 204,
    expected: { 'content-length': undefined, 'content-type': undefined },
    answer: ''
  },
  {
    what: 'a raw upload is read by its parser, and the response uses a reply serializer',
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
    what: 'an async handler sends a stream of strings',
    path: '/files/catalogue.csv',
    status: 200,
    expected: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="catalogue.csv"' },
    answer: '001,Walden\n002,Émile\n003,Candide\n004,Emma\n005,Ivanhoe\n'
  },
  {
    what: 'an onSend hook of the route changes the payload and its length',
    path: '/files/shout',
    status: 200,
    expected: { 'content-length': '10', 'content-type': 'text/plain; charset=utf-8' },
    answer: 'KEEP QUIET'
  },
  {
    what: 'a hijacked reply is sent by its handler',
    path: '/files/raw',
    status: 200,
    expected: { 'content-type': 'text/plain', 'x-served-by': undefined },
    answer: 'by hand'
  },
  {
    what: 'a hook of a prefix rejects a reader',
    path: '/admin/small',
    headers: bob,
    status: 403,
    answer: '{"problem":"Error","message":"GET /admin/small is for librarians"}'
  },
  {
    what: 'an error handler of a prefix handles its own errors',
    path: '/admin/small',
    headers: ada,
    status: 418,
    answer: '{"admin":"a small trouble"}'
  },
  {
    what: 'an error handler passes other errors to the outer one',
    path: '/admin/big',
    headers: ada,
    status: 500,
    answer: '{"problem":"Error","message":"something broke"}'
  },
  {
    what: 'a rejected promise reaches the same error handlers',
    path: '/admin/async',
    headers: ada,
    status: 410,
    answer: '{"problem":"Error","message":"told by promise"}'
  },
  {
    what: 'an unknown path below a guarded prefix gets the not-found handler of the prefix',
    path: '/admin/attic',
    headers: ada,
    status: 404,
    expected: { 'content-type': json, 'x-lost': undefined },
    answer: '{"problem":"admin","message":"no desk at /admin/attic"}'
  },
  {
    what: 'a handler has its context as this, below both prefixes',
    path: '/admin/desk/whoami',
    headers: ada,
    status: 200,
    answer: '{"role":"librarian","house":"the library","prefix":"/admin/desk","url":"/admin/desk/whoami","same":true}'
  },
  {
    what: 'one route serves every method, and a single value is coerced to a list',
    method: 'PUT',
    path: '/admin/echo?tag=a',
    headers: { ...ada, ...sending('text/plain') },
    body: 'plain ü',
    status: 200,
    answer: '{"method":"PUT","tag":["a"],"body":"plain ü"}'
  },
  {
    what: 'an onRoute hook gets every route in order of declaration',
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
