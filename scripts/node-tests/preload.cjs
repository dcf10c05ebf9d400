'use strict'
// Given to `--require` before a test of Node: each server that the test makes has the lane's listener in the place of Node's. The requests that the lane
// reads are given to the server's `request` listeners, with Node's objects. With an empty LANE_MODULE the servers have no lane. Nothing here leaves a global, a
// listener or a handle that a test could find.
const http = require('node:http')
const { appendFileSync } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { LANE_MODULE: module_, LANE_NOTES: notes } = process.env
const { Server: NodeServer } = http
const lane = module_ === '' ? null : require(module_)
const noted = new Set()

function note(word) {
  if (noted.has(word)) return
  noted.add(word)
  appendFileSync(notes, `${word}\n`)
}

/** Opens the lane with the first connection: by then the server has the listeners that the test gives it. */
function openWithFirst(server) {
  const [nodes] = server.listeners('connection')
  const open = (socket) => {
    const others = server.listeners('connection')
    server.removeAllListeners('connection').on('connection', nodes)
    lane.openLane(server, 'connection', (exchange) => {
      note('passed')
      server.emit('request', exchange.exposeRequest(), exchange.exposeResponse())
    })
    const [ours] = server.listeners('connection')
    server.removeAllListeners('connection')
    for (const one of others) server.on('connection', one === open ? ours : one)
    Reflect.apply(ours, server, [socket])
  }
  server.removeListener('connection', nodes)
  server.prependListener('connection', open)
}

const isOrdinary = (options) =>
  options == null ||
  (typeof options === 'object' &&
    !Array.isArray(options) &&
    !options.IncomingMessage &&
    !options.ServerResponse &&
    options.uniqueHeaders === undefined)

function make(construct, given) {
  const [options, listener] = typeof given[0] === 'function' ? [undefined, given[0]] : given
  if (lane === null || !isOrdinary(options)) return construct(given)
  const server = construct([{ ...options, ...lane.reusingClasses }, listener])
  openWithFirst(server)
  return server
}

function Server(...given) {
  if (new.target === undefined && this instanceof NodeServer) {
    make((all) => {
      NodeServer.apply(this, all)
      return this
    }, given)
    return
  }
  return make((all) => Reflect.construct(NodeServer, all, new.target ?? NodeServer), given)
}
Object.setPrototypeOf(Server, Object.getPrototypeOf(NodeServer))
Server.prototype = NodeServer.prototype
http.Server = Server
http.createServer = function createServer(...given) {
  return make((all) => new NodeServer(...all), given)
}
syncBuiltinESMExports()
