// An import for its styles alone: TypeScript wants to find something there.
export {};
