/** @returns cents of a US dollar as people read them: "$5", "$12.50". In whole numbers throughout: money has no rounding */
export function dollars(cents: number): string {
  const size = Math.abs(cents);
  const rest = size % 100;
  const whole = `${(size - rest) / 100}`.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '−' : ''}$${whole}${rest === 0 ? '' : `.${`${rest}`.padStart(2, '0')}`}`;
}
