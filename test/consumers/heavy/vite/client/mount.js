document.querySelector('main').addEventListener('click', () => fetch('/books/1'))
