const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as HTML. */
export const toText = (text) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign])
