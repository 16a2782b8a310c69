/** Rows of two lines in a list that is not known yet, as high as the real ones, so that nothing moves. */
export function Shapes({ className }: { readonly className?: string }) {
  return [0, 1, 2].map((row) => (
    <li key={row} className="shapes" aria-hidden="true">
      <p className={className}>
        <span className="shape">&nbsp;</span>
        <small className="shape">&nbsp;</small>
      </p>
    </li>
  ));
}
