/** The mark: an eye, its line of sight, and its target. Mirrors in Arabic. */
export const Mark = () => (
  <svg className="mark flip" viewBox="0 0 28 16" aria-hidden="true">
    <circle cx="8" cy="8" r="6" />
    <path d="M14 8h6" />
    <circle cx="24" cy="8" r="3" fill="currentColor" stroke="none" />
  </svg>
)
