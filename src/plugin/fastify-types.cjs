// An ES module that `require` loads, as a file whose name says that it is CommonJS: its declarations are, too.
module.exports = require('./fastify-types.js')
