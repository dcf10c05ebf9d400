// Files of Node's tests that the lane cannot pass, each with its reason.
export const known = {
  'parallel/test-async-hooks-http-parser-destroy.js':
    'counts the HTTPINCOMINGMESSAGE resources of parsers: a request begins in that of its socket here',
  'async-hooks/test-graph.http.js': 'the same',
  'async-hooks/test-httpparser-reuse.js': 'the same',
  'parallel/test-child-process-http-socket-leak.js':
    'wants no timer on the socket that it gives away, behind a symbol of Node: there is one, and it is cleared',
  'parallel/test-http-connect.js':
    'counts the listeners for `close` on the socket of a CONNECT: the one that reads ahead stays, as with `stock`',
  'parallel/test-http-pause-no-dump.js':
    'pauses in a body that came with its head, and wants the rest kept behind the answer: where the socket has a listener for bytes, as with `stock`, Node reads such a body in the turn of its head, and drops the rest',
  'parallel/test-http-same-map.js': 'compares the hidden classes of V8',
  'parallel/test-http-server-connection-list-when-close.js':
    'changes `socket.parser`: a connection in the lane has none'
}
