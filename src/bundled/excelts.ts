export { WorkbookWriter } from '@cj-tech-master/excelts';
