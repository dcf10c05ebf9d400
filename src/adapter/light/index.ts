/**
 * The light exchange: request and response objects for `node:http` that cost a fraction of the stock ones while a request is answered the
 * ordinary way, and become the stock ones, in place, for everything else. The functions work the same on stock objects.
 */

export { besideHttp2, type Kind, overTcp, overTls } from './kind.ts'
export { closeLost } from './lost.ts'
export { onClosed } from './notice.ts'
export {
  isLightRequest,
  type LightRequest,
  readBody,
  readField,
  toStockRequest
} from './request.ts'
export { respond } from './respond.ts'
export { isLightResponse, onFinished, toStockResponse } from './response.ts'
export { createLightServer } from './server.ts'
export { nodeSymbol } from './upgrade.ts'
