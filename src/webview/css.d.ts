/** The bundler gathers style sheets that a module imports. */
declare module "*.css";
