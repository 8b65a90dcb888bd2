// Runs in the head, before anything is painted, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem('tillgate-theme')
  if (theme !== null) document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden: the system's theme will do.
}
