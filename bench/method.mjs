// The parts of docs/benchmarks.md that do not depend on results.
export const method = `## Method

- \`npm run bench\` repeats all of this: \`--node 20,24,26\` chooses versions of Node, \`--check\` fails when the budget is missed, \`--quick\` only
  shows that it works. The servers are in \`bench/server\`, one file each.
- **The measure is CPU time**, user and system, that the server's process spent (\`process.cpuUsage()\` before and after, divided by the requests
  between). It does not depend on how fast the load is, counts garbage collection and compilation on other threads, and repeats better than requests
  per second.
- **Every server is a process of its own on one core; the load is on the other**: 32 keep-alive connections, one request at a time on each, over bare
  sockets. Every answer has to have the status and the length of the first, which was verified.
- **The servers take turns**, slice by slice of 120 ms, in rotating order, after a warm-up. A ratio is made between slices of the same turn. Its
  median within a round counts for the round, and the median of the rounds is shown with the least and the greatest. Each round has fresh
  processes: five for espalier, Fastify and \`node:http\`, two for the others.
- **\`node:http\` is written by hand**: a switch for a router, the same Ajv validators and fast-json-stringify serializers, one \`writeHead\` and
  one \`end\`. It is what an application could do without a framework.
- espalier is measured as it is published, from \`dist\`, twice: as it comes, and with \`exchange: 'stock'\`, which is Node's
  own classes. Nobody logs, and all run with \`NODE_ENV=production\`.
- Services with large bodies, the proxy and HTTP/2 get five rounds, and 20 turns that are not counted before the first slice. With large bodies, V8
  collects a process by full collections or without any, for as long as it lives, and a request costs twice as much in the one mode as in the other,
  with each server. So the ratio of these services is the median over all pairs of processes, also of different rounds.
- Services with plugins are compared with Fastify and the same plugins: no server by hand has them. \`net\` is a server that reads nothing and writes the
  bytes of row 1: what the system and the sockets of Node cost any server. TLS is version 1.2 with a key that both sides have.
- Start-up is the CPU of a fresh process from the first declaration until \`ready()\`; imports and the first call are shown beside it. In-process
  calls are made one after the other. Memory is the heap after three full collections.`

export const limits = `## Limits

- Ratios less than 4 % apart are equal. Absolute times belong to this machine; only ratios travel.
- The client is on the same machine and the handlers do nothing. A real application spends its time in databases: a framework that is 20 % cheaper
  makes an endpoint that waits for a query for a millisecond hardly faster, but lets a core serve more of them.
- Other frameworks than Fastify have no serializer and, Elysia apart, no validator of their own: they get the same Ajv in the handler and
  \`JSON.stringify\`. They do less where a response schema would remove undeclared fields, and so rows 2, 4 and 6 flatter them.
- Their applications are plain and idiomatic, not tuned by their authors. Hono and h3 are made for several runtimes and pay for it on Node; Elysia is
  made for Bun.
- One request at a time per connection. HTTP/2, compression and streaming are measured only among the services, and no proxy stands between.
- "core busy" is the least busy server of the row. Well under 100 % the load could not keep up, and waiting makes a request somewhat dearer for the
  server that waited.`
