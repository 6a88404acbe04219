/** The result of an action as a promise, which rejects with the errors of the action. */
export function promiseOf<Result>(action: () => Result | Promise<Result>): Promise<Result> {
  return new Promise((resolve) => {
    resolve(action());
  });
}
