/** A text with its receipt, or its contents, in the margin of wide screens; one column on others. */
export const besideReceipt = {
  page: 'mx-auto grid max-w-measure gap-8 lg:max-w-none lg:grid-cols-[minmax(0,var(--measure))_20rem] lg:justify-center lg:gap-x-16',
  text: 'grid min-w-0 content-start gap-8 lg:col-start-1',
  margin: 'lg:sticky lg:top-8 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start',
}
