// What every chart is drawn on.

export function svg({ width, height }, elements) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#1e293b">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...elements,
    '</svg>',
    ''
  ].join('\n')
}

export function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
