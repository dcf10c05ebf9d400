// What every chart is drawn on.

export function svg({ width, height }, title, elements) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#1e293b">`,
    `<title>${escapeText(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="12" y="20" font-size="14" font-weight="600">${escapeText(title)}</text>`,
    ...elements,
    '</svg>',
    ''
  ].join('\n')
}

export function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
