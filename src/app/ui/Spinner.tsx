/** The turning ring of a request. It does not turn with reduced motion. */
export const Spinner = () => (
  <svg className="i s turn" viewBox="0 0 20 20" aria-hidden="true">
    <path d="M10 3a7 7 0 1 1-7 7" />
  </svg>
)
