/** The article's drawing, in the page's own colours. It repeats the title, so assistive technology skips it. */
export const Picture = ({ slug }: { slug: string }) => (
  <svg viewBox="0 0 320 200" aria-hidden className="block h-auto w-full self-start bg-shade">
    <use href={`/drawings.svg#${slug}`} />
  </svg>
)
