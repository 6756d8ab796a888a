/** Calls back when the colours of the page may have changed. Returns what ends that. */
export function watchTheme(onChange: () => void): () => void {
  const preferred = window.matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  preferred.addEventListener("change", onChange);
  return () => {
    observer.disconnect();
    preferred.removeEventListener("change", onChange);
  };
}
