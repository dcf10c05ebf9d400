/**
 * Each script runs atomically. A topic has two Redis keys: the stream of its events, and the id of the newest event.
 *
 * An event id is the id in the stream, followed by a random word: `1764322646123-0-k3f9a2d1`. After a restored backup, Redis may use a stream id
 * again, but the word differs. Each event contains the id of the previous event, so that a read detects missing events.
 */
import { toScript } from './client.ts'

/** The server may have evicted the key with the newest id. In that case the newest event in the stream still has it. */
const newest = `local function newest()
  local known = redis.call('get', KEYS[2])
  if known then return known end
  local last = redis.call('xrevrange', KEYS[1], '+', '-', 'count', 1)[1]
  return last and last[1] .. '-' .. last[2][4] or '0'
end`

/**
 * The published message contains the event, so that readers need not call the server. For a large event, or an event whose name has a line break, the
 * message is empty, and readers call the server.
 *
 * Keys: stream, newest id, and optionally the key for `appendOnce`. Arguments: word, event, version, data, channel or '', events to keep or '',
 * maximal age in milliseconds or '', and lifetime of the `appendOnce` key.
 */
export const appendScript = toScript(`${newest}
local word, event, version, data, channel, keep, age, once = unpack(ARGV)
local known = KEYS[3] and redis.call('get', KEYS[3])
if known then return known end
local before = newest()
local id = redis.call('xadd', KEYS[1], '*', 'before', before, 'word', word, 'event', event, 'version', version, 'data', data)
local entry_id = id .. '-' .. word
redis.call('set', KEYS[2], entry_id)
if KEYS[3] then redis.call('set', KEYS[3], entry_id, 'px', once) end
if keep ~= '' then redis.call('xtrim', KEYS[1], 'maxlen', '~', keep) end
if age == '' then redis.call('persist', KEYS[1]) else
  redis.call('xtrim', KEYS[1], 'minid', string.format('%.0f', string.match(id, '%d+') - age))
  redis.call('pexpire', KEYS[1], age)
end
if channel ~= '' then
  local isPlain = #data < 65536 and not string.find(event, '\\n', 1, true)
  local lines = { before, entry_id, version, event, data }
  redis.call('publish', channel, isPlain and table.concat(lines, '\\n') or '')
end
return entry_id`)

/** Keys: stream, newest id. Arguments: id in the stream, limit. Returns the entries after the id, or the newest id if no entry follows. */
export const readScript = toScript(`${newest}
local found = redis.call('xread', 'count', ARGV[2], 'streams', KEYS[1], ARGV[1])
return found and found[1][2] or newest()`)

/** Keys: stream, newest id. Returns the id before the oldest event, and the newest id. */
export const endsScript = toScript(`${newest}
local first = redis.call('xrange', KEYS[1], '-', '+', 'count', 1)[1]
return { first and first[2][2] or newest(), newest() }`)

/** Keys: stream, newest id. Arguments: how many events to keep. */
export const trimScript = toScript(`${newest}
if redis.call('exists', KEYS[1]) == 0 then return end
redis.call('set', KEYS[2], newest())
redis.call('xtrim', KEYS[1], 'maxlen', ARGV[1])`)
