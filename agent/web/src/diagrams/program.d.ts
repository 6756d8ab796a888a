/** The text of a script that `?program` of the build makes of a file and of all that it imports. */
declare module "*?program" {
  const text: string;
  export default text;
}
