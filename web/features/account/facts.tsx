export function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="account__facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
