// Runs before the first paint, so that a page in chosen colours never flashes in others.
try {
  const theme = localStorage.getItem("toolwright.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that lets nobody store anything: the colours of the system.
}
