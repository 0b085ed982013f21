const samples = {
  seen: "M.5 0v12M4.5 0v12M8.5 0v12",
  unseen: "M.5 8v4M4.5 8v4M8.5 8v4",
  unobserved: "M.5 11v1M4.5 11v1M8.5 11v1",
}

const Sample = ({ of, label }: { readonly of: keyof typeof samples; readonly label: string }) => (
  <span>
    <svg viewBox="0 0 9 12" aria-hidden="true">
      <path d={samples[of]} />
    </svg>
    {label}
  </span>
)

/** What the ticks mean, below a list of cards. */
export const PresenceLegend = ({
  seen,
  unseen,
  unobserved,
  note,
}: {
  readonly seen: string
  readonly unseen: string
  readonly unobserved: string
  readonly note: string
}) => (
  <p className="legend">
    <Sample of="seen" label={seen} />
    <Sample of="unseen" label={unseen} />
    <Sample of="unobserved" label={unobserved} />
    <span>{note}</span>
  </p>
)
