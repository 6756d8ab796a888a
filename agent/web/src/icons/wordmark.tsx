/** The sign of Toolwright, a dovetail, and its name. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <svg viewBox="0 0 20 20" aria-hidden="true" className="mark">
        <rect width="20" height="20" rx="5" />
        <path d="M4 4.6h12v4.2h-3.6l1.8 6.6H5.8l1.8-6.6H4z" />
      </svg>
      Toolwright
    </span>
  );
}
