// Runs before the first paint, so that a chosen theme never flashes in the other one. A file, because the policy allows no inline script.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (location.pathname === '/' && !localStorage.getItem('token')) document.documentElement.dataset.page = 'landing';
} catch {
  // Storage may be refused; the page then follows the system.
}
