'use strict'

module.exports = [
  { isbn: '001', title: 'Walden', pages: 352, authors: [{ name: 'Thoreau', born: 1817 }], published: '1854-08-09' },
  { isbn: '002', title: 'Émile', pages: 500, authors: [{ name: 'Rousseau', born: 1712, debts: 3000 }] },
  { isbn: '003', title: 'Candide', pages: 144, authors: [], shelf: 'never shown' }
]
