/** What the buttons below an address that looks mistyped answer, and when they answer nothing. */
import { describe, expect, test } from 'vitest';
import { takeAddressAnswer } from '#app/deliveries/address-question.ts';

/** @returns whether a button answered, and the address that is saved */
function take(...values: string[]): [boolean, unknown] {
  const form = new FormData();
  for (const value of values) form.append('email', value);
  return [takeAddressAnswer(form, 'email'), form.get('email')];
}

describe('a question about an address', () => {
  test.each([
    ['ana@gmial.con', 'ana@gmail.com'],
    ['ana@gmial.con', 'ana@gmial.con'],
    [' Ana@Gmial.con ', 'ana@gmail.com'],
    ['ana@nowhere.example', 'ana@nowhere.example'],
  ])('%s is answered by the button with %s', (typed, answer) => {
    expect(take(typed, answer)).toEqual([true, answer]);
  });

  test('is not answered by the Enter key, which presses no button of it', () => {
    expect(take('ana@gmial.con')).toEqual([false, 'ana@gmial.con']);
  });

  test.each([
    ['rui@gmial.con', 'ana@gmail.com'],
    ['ana@example.com', 'ana@gmial.con'],
    ['nowhere', 'ana@gmial.con'],
    ['', 'ana@gmial.con'],
  ])('about another address than %s says nothing of that one: %s is not saved', (typed, answer) => {
    expect(take(typed, answer)).toEqual([false, typed]);
  });
});
